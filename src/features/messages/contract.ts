import { z } from 'zod'
import { isEmail } from '#text/email'
import { honeypot, requiredCharacters, plainText } from '#text/schema'
import { href } from '#i18n/addresses/href'
import { adminPaths } from '#i18n/addresses/admin-paths'

/** The folders of messages: new ones come to the inbox or to spam, and people move them. */
export const folders = ['inbox', 'archive', 'spam'] as const
export type Folder = (typeof folders)[number]

export const messageListQuery = z.object({
  folder: z
    .enum([...folders, 'all'], { error: 'validation.folderFilter' })
    .optional()
    .meta({ description: 'Only messages in this folder. `all` includes spam.', example: 'inbox' }),
  q: plainText(200).optional().meta({
    description:
      'Only messages whose name, email address, subject or text contain every one of these words; case and accents are ignored.',
    example: 'engine',
  }),
})
export type MessageListQuery = z.infer<typeof messageListQuery>

/** A spam signal as it is stored; the meaning of `count` depends on the rule. */
export const spamReason = z.object({
  rule: z.enum(['honeypot', 'haste', 'links', 'repeated']),
  count: z.int().optional(),
})
export type SpamReason = z.infer<typeof spamReason>

/** `spam`: the score from 0 to 100 and its reasons, in the reader's language. `replies`: their number. */
export const message = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    submittedAt: z.iso.datetime(),
    read: z.boolean(),
    folder: z.enum(folders),
    spam: z.object({ score: z.int(), reasons: z.array(z.string()) }),
    replies: z.int(),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof message>

/** `mail` is the state of its mail; null when the outbox has none (a site restored from an archive). */
export const threadEntry = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    by: z.object({ id: z.int(), username: z.string() }).nullable(),
    body: z.string(),
    mail: z.object({ id: z.int(), state: z.enum(['waiting', 'sent', 'failed']) }).nullable(),
  })
  .meta({ id: 'ThreadEntry' })
export type ThreadEntry = z.infer<typeof threadEntry>

/** A message with its replies, oldest first. */
export const messageWithThread = message.extend({ thread: z.array(threadEntry) }).meta({ id: 'MessageWithThread' })
export type MessageWithThread = z.infer<typeof messageWithThread>

/** Milliseconds for which the form was open. An invalid value counts as absent, not as an error. */
const formTime = z
  .preprocess((value) => (typeof value === 'string' && value !== '' ? Number(value) : value), z.number().min(0))
  .optional()
  .catch(undefined)

/**
 * `website` is the honeypot: it is invisible, so a value marks the message as spam. `formTime`: milliseconds; absent
 * ones do not count.
 */
export const messageInput = z
  .object({
    name: requiredCharacters(100),
    email: requiredCharacters(254).refine(isEmail, 'validation.email'),
    subject: requiredCharacters(200),
    message: requiredCharacters(5000),
    website: honeypot(),
    formTime,
  })
  .meta({ id: 'MessageInput' })
export type MessageInput = z.infer<typeof messageInput>

/** At least one of both is required; an absent one stays unchanged. */
export const messageChange = z
  .object({
    read: z.boolean({ error: 'validation.boolean' }).optional(),
    folder: z.enum(folders, { error: 'validation.folder' }).optional(),
  })
  .refine(({ read, folder }) => read !== undefined || folder !== undefined, {
    path: ['read'],
    error: 'validation.messageChange',
  })
  .meta({ id: 'MessageChange' })
export type MessageChange = z.infer<typeof messageChange>

export const replyInput = z.object({ body: requiredCharacters(20_000) }).meta({ id: 'ReplyInput' })
export type ReplyInput = z.infer<typeof replyInput>

/** The URL of an open message in the admin. */
export const messageHref = (id: number): string => `${href(adminPaths.messages)}?message=${id}`
