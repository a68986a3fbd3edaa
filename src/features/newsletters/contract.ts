import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { isHtmlEmpty } from '#text/html-text'
import { plainCharacters, plainText } from '#text/schema'

export const audiences = ['all', ...languages] as const
export type Audience = (typeof audiences)[number]
/**
 * What its readers have signed up for, always with a confirmed address: `confirmed`, news; `waitlist`, a place on the
 * waitlist without news.
 */
export const readerStates = ['confirmed', 'waitlist'] as const
export type ReaderState = (typeof readerStates)[number]

/** What readers get in whose language a text is missing: the newsletter in another language, or none. */
export const untranslatedChoices = ['send', 'skip'] as const
export type Untranslated = (typeof untranslatedChoices)[number]

/** The parts of a newsletter that may be missing in a language. */
const newsletterParts = ['subject', 'introduction', 'title', 'excerpt', 'body'] as const
export type NewsletterPart = (typeof newsletterParts)[number]

/**
 * The newsletter for the readers of a language, with a placeholder for each reader's unsubscribe link; `language` is the one
 * it is written in, `missing` the parts that are not written in the language of the readers.
 */
export type NewsletterTemplate = {
  language: Language
  subject: string
  text: string
  html: string
  missing: NewsletterPart[]
}
export type NewsletterTemplates = Record<Language, NewsletterTemplate>

const newsletterStates = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const
export type NewsletterState = (typeof newsletterStates)[number]

const texts = z.object(byLanguage(() => z.string()))
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'validation.date' })

/** Subjects are one line of a mail's header. */
const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const line = z.object(
  byLanguage(() => plainCharacters(200).transform(onOneLine).default('')),
  { error: 'validation.object' },
)
const day = z.iso.date({ error: 'validation.date' })

/** Of the readers of a language, those who joined from the one day until the other on the site's clock, by what they signed up for. */
const segment = z.object(
  {
    joinedFrom: day.nullable().default(null),
    joinedUntil: day.nullable().default(null),
    state: z.enum(readerStates, { error: 'validation.value' }).default('confirmed'),
  },
  { error: 'validation.object' },
)
export type Segment = z.infer<typeof segment>
export const everybody: Segment = { joinedFrom: null, joinedUntil: null, state: 'confirmed' }
export const isEverybody = ({ joinedFrom, joinedUntil, state }: Segment): boolean =>
  joinedFrom === null && joinedUntil === null && state === 'confirmed'

/** UTF-16 units of the HTML of a language. */
export const longestBody = 300_000

/**
 * A newsletter of a `post`, or without one a newsletter of its own, with `title` and `body` (HTML). An empty text in a language
 * falls back to another one, and an absent subject to the title.
 */
export const newsletterInput = z
  .object({
    post: z
      .int({ error: 'validation.value' })
      .min(1, 'validation.value')
      .max(2_147_483_647, 'validation.value')
      .nullable()
      .optional(),
    title: line.nullable().optional(),
    subject: line.nullable().optional(),
    introduction: z
      .object(
        byLanguage(() => plainCharacters(5000).default('')),
        { error: 'validation.object' },
      )
      .nullable()
      .optional(),
    body: z
      .object(
        byLanguage(() => plainText(longestBody).default('')),
        { error: 'validation.object' },
      )
      .nullable()
      .optional(),
    audience: z.enum(audiences, { error: 'validation.value' }),
    segment: segment.nullable().optional(),
  })
  .superRefine(({ post, title, subject, segment: of }, context) => {
    const require = (...path: string[]) => context.addIssue({ code: 'custom', path, message: 'validation.required' })
    if (!post && !hasText(title)) require(...(title ? ['title', defaultLanguage] : ['post']))
    if (post && subject && subject[defaultLanguage] === '') require('subject', defaultLanguage)
    if (of?.joinedFrom && of.joinedUntil && of.joinedFrom > of.joinedUntil)
      context.addIssue({ code: 'custom', path: ['segment', 'joinedUntil'], message: 'validation.dateOrder' })
  })
  .meta({ id: 'NewsletterInput' })
export type NewsletterInput = z.infer<typeof newsletterInput>

const hasText = (given: Partial<Record<Language, string>> | null | undefined): boolean =>
  Object.values(given ?? {}).some((text) => text !== '')

/** Whether a newsletter of its own is written in a language. */
export const isWritten = (
  { title, body }: { title: Record<Language, string> | null; body: Record<Language, string> | null },
  language: Language,
): boolean => Boolean(title?.[language]) && !isHtmlEmpty(body?.[language] ?? '')

export const newsletter = z
  .object({
    id: z.int(),
    post: z.int().nullable(),
    title: texts.nullable(),
    subject: texts,
    hasOwnSubject: z.boolean(),
    introduction: texts.nullable(),
    body: texts.nullable(),
    audience: z.enum(audiences),
    segment: z.object({
      joinedFrom: z.iso.date().nullable(),
      joinedUntil: z.iso.date().nullable(),
      state: z.enum(readerStates),
    }),
    untranslated: z.enum(untranslatedChoices),
    state: z.enum(newsletterStates),
    sendAt: z.iso.datetime().nullable(),
    total: z.int(),
    sent: z.int(),
    failed: z.int(),
    bounced: z.int(),
    unsubscribed: z.int(),
    createdAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'Newsletter' })
export type Newsletter = z.infer<typeof newsletter>

/**
 * A future `at` schedules it; without one, or if it has passed, sending starts at once. `untranslated`: whether readers in
 * whose language a text is missing get it in another language, or not at all.
 */
export const sendInput = z
  .object({
    at: moment.nullable().optional(),
    untranslated: z.enum(untranslatedChoices, { error: 'validation.value' }).optional(),
  })
  .nullable()
  .transform((body) => body ?? {})
  .meta({ id: 'NewsletterSend' })
export type SendInput = z.infer<typeof sendInput>

/** The language of the test newsletter; by default that of the request. */
export const testInput = z
  .object({ language: z.enum(languages, { error: 'validation.value' }).optional() })
  .nullable()
  .transform((body) => body ?? {})
  .meta({ id: 'NewsletterTest' })

/** The recipient of the test newsletter. */
export const testAnswer = z.object({ to: z.string() }).meta({ id: 'NewsletterTestAnswer' })

const newsletterText = z.object({
  language: z.enum(languages),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Absent in answers of earlier releases. */
  size: z.int().optional(),
  missing: z.array(z.enum(newsletterParts)).optional(),
})

/** Bytes of HTML from which the sender is warned: Gmail hides what comes behind 102 KB. */
export const largeNewsletter = 90 * 1024

/**
 * The text and HTML parts of the newsletter for the readers of each language; `language` is the one it is written in, which
 * is another one when it is not written in theirs. `missing`: also parts that are still those of another language.
 */
export const newsletterPreview = z.object(byLanguage(() => newsletterText)).meta({ id: 'NewsletterPreview' })
export type NewsletterPreview = z.infer<typeof newsletterPreview>

/** The segment whose readers are counted. */
export const readersQuery = z.object({
  joinedFrom: day.optional().meta({ description: 'Only those who joined on this day or later.' }),
  joinedUntil: day.optional().meta({ description: 'Only those who joined on this day or earlier.' }),
  state: z
    .enum(readerStates, { error: 'validation.value' })
    .optional()
    .meta({ description: 'What they have signed up for: `confirmed`, news; `waitlist`, a place without news.' }),
})

/** The current number of readers of each audience. */
export const readerCounts = z.object({ all: z.int(), ...byLanguage(() => z.int()) }).meta({ id: 'ReaderCounts' })
export type ReaderCounts = z.infer<typeof readerCounts>

const domainRecord = z.object({ ok: z.boolean().nullable(), record: z.string().nullable(), advice: z.string() })
export const mailDomain = z
  .object({ domain: z.string().nullable(), spf: domainRecord, dmarc: domainRecord })
  .meta({ id: 'MailDomain' })
export type MailDomain = z.infer<typeof mailDomain>
