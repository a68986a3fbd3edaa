import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, languages } from '#i18n/language'
import { plainCharacters, requiredCharacters } from '#text/schema'

export const audiences = ['all', ...languages] as const
export type Audience = (typeof audiences)[number]
const newsletterStates = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const
export type NewsletterState = (typeof newsletterStates)[number]

const texts = z.object(byLanguage(() => z.string()))
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'validation.date' })

/** Subjects are one line of a mail's header. */
const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** An empty text in a language falls back to English, and an absent subject to the post's title. */
export const newsletterInput = z
  .object({
    post: z.int({ error: 'validation.value' }).min(1, 'validation.value').max(2_147_483_647, 'validation.value'),
    subject: z
      .object(
        byLanguage((language) =>
          language === defaultLanguage
            ? requiredCharacters(200).transform(onOneLine)
            : plainCharacters(200).transform(onOneLine).default(''),
        ),
        { error: 'validation.object' },
      )
      .nullable()
      .optional(),
    introduction: z
      .object(
        byLanguage(() => plainCharacters(5000).default('')),
        { error: 'validation.object' },
      )
      .nullable()
      .optional(),
    audience: z.enum(audiences, { error: 'validation.value' }),
  })
  .meta({ id: 'NewsletterInput' })
export type NewsletterInput = z.infer<typeof newsletterInput>

/**
 * `hasOwnSubject`: false if the subject is the title of the post; `total`: its number of readers, set when sending
 * starts; `unsubscribed`: how many unsubscribed by its link.
 */
export const newsletter = z
  .object({
    id: z.int(),
    post: z.int(),
    subject: texts,
    hasOwnSubject: z.boolean(),
    introduction: texts.nullable(),
    audience: z.enum(audiences),
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

/** A future `at` schedules it; without one, or if it has passed, sending starts at once. */
export const sendInput = z
  .object({ at: moment.nullable().optional() })
  .nullable()
  .transform((body) => body ?? {})
  .meta({ id: 'NewsletterSend' })
export type SendInput = z.infer<typeof sendInput>

/** The language of the test letter; by default that of the request. */
export const testInput = z
  .object({ language: z.enum(languages, { error: 'validation.value' }).optional() })
  .nullable()
  .transform((body) => body ?? {})
  .meta({ id: 'NewsletterTest' })

/** The recipient of the test letter. */
export const testAnswer = z.object({ to: z.string() }).meta({ id: 'NewsletterTestAnswer' })

const letter = z.object({
  language: z.enum(languages),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Absent in answers of earlier releases. */
  size: z.int().optional(),
})

/** Bytes of HTML from which the sender is warned: Gmail hides what comes behind 102 KB. */
export const largeLetter = 90 * 1024

/**
 * The text and HTML parts of the letter for the readers of each language; `language` is the one it is written in, which
 * is English when the post is not translated. `size`: the bytes of the HTML part.
 */
export const newsletterPreview = z.object(byLanguage(() => letter)).meta({ id: 'NewsletterPreview' })
export type NewsletterPreview = z.infer<typeof newsletterPreview>

/** The current number of readers of each audience. */
export const readerCounts = z.object({ all: z.int(), ...byLanguage(() => z.int()) }).meta({ id: 'ReaderCounts' })
export type ReaderCounts = z.infer<typeof readerCounts>

/** `ok` and `record` are null if they cannot be determined; `advice` is an instruction in plain words. */
const domainRecord = z.object({ ok: z.boolean().nullable(), record: z.string().nullable(), advice: z.string() })
export const mailDomain = z
  .object({ domain: z.string().nullable(), spf: domainRecord, dmarc: domainRecord })
  .meta({ id: 'MailDomain' })
export type MailDomain = z.infer<typeof mailDomain>
