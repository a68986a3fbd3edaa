import { z } from 'zod'
import { signUpModes } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, languages } from '#i18n/language'
import { isHtmlEmpty } from '#text/html-text'
import { plainCharacters, plainText } from '#text/schema'

const ownerLanguage = z.enum(languages, { error: 'validation.value' })
const messagesKeptDays = z
  .int({ error: 'validation.days' })
  .min(1, 'validation.days')
  .max(3650, 'validation.days')
  .nullable()

const signUp = z.enum(signUpModes, { error: 'validation.value' })

const longestWelcome = 100_000
const subject = z.object(
  byLanguage(() => plainCharacters(200).default('')),
  { error: 'validation.object' },
)
const text = z.object(
  byLanguage(() => plainText(longestWelcome).default('')),
  { error: 'validation.object' },
)

/** At least one language has both, so that there is something to send. */
const welcome = z
  .object({ subject, text }, { error: 'validation.object' })
  .superRefine(({ subject: subjects, text: texts }, context) => {
    const isComplete = languages.some((language) => subjects[language] !== '' && !isHtmlEmpty(texts[language]))
    if (isComplete) return
    const wanting = languages.find((language) => subjects[language] !== '') ?? defaultLanguage
    const missing = subjects[wanting] === '' ? 'subject' : 'text'
    context.addIssue({ code: 'custom', path: [missing, wanting], message: 'validation.required' })
  })
  .nullable()

/**
 * `messagesKeptDays`: the retention of messages; null is unlimited. `signUp`: what the sign-up form is for. `welcome`: the
 * mail to each subscriber who has confirmed, of HTML; null for none.
 */
export const settings = z
  .object({
    ownerLanguage,
    messagesKeptDays,
    signUp,
    welcome: z
      .object({ subject: z.object(byLanguage(() => z.string())), text: z.object(byLanguage(() => z.string())) })
      .nullable(),
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof settings>

/** Absent settings stay unchanged. */
export const settingsInput = z
  .object({
    ownerLanguage: ownerLanguage.optional(),
    messagesKeptDays: messagesKeptDays.optional(),
    signUp: signUp.optional(),
    welcome: welcome.optional(),
  })
  .meta({ id: 'SettingsInput' })
