import { z } from 'zod'
import { confirmed } from '#auth/contract'
import { signUpModes } from '#contract/site-values'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, languages } from '#i18n/language'
import { isEmail } from '#text/email'
import { readMailbox } from '#text/mailbox'
import { isHtmlEmpty } from '#text/html-text'
import { hasCredentials, isSafeUrl, plainCharacters, plainText, requiredText } from '#text/schema'
import { timeZoneName } from '#text/time-zone'

const ownerLanguage = z.enum(languages, { error: 'validation.value' })
const messagesKeptDays = z
  .int({ error: 'validation.days' })
  .min(1, 'validation.days')
  .max(3650, 'validation.days')
  .nullable()

const signUp = z.enum(signUpModes, { error: 'validation.value' })

const longestWelcome = 100_000
const welcomeSubject = z.object(
  byLanguage(() => plainCharacters(200).default('')),
  { error: 'validation.object' },
)
const welcomeText = z.object(
  byLanguage(() => plainText(longestWelcome).default('')),
  { error: 'validation.object' },
)

/** At least one language has both, so that there is something to send. */
const welcome = z
  .object({ subject: welcomeSubject, text: welcomeText }, { error: 'validation.object' })
  .superRefine(({ subject, text }, context) => {
    const isComplete = languages.some((language) => subject[language] !== '' && !isHtmlEmpty(text[language]))
    if (isComplete) return
    const wanting = languages.find((language) => subject[language] !== '') ?? defaultLanguage
    const missing = subject[wanting] === '' ? 'subject' : 'text'
    context.addIssue({ code: 'custom', path: [missing, wanting], message: 'validation.required' })
  })
  .nullable()

/** `starttls` is refused without encryption; `auto` encrypts where the server offers it. */
export const mailSecurities = ['tls', 'starttls', 'auto'] as const
const security = z.enum(mailSecurities, { error: 'validation.value' })

/** `needsPassword`: the stored one cannot be decrypted, as after a restore on another machine. */
const mailServer = z.object({
  host: z.string(),
  port: z.int(),
  security,
  username: z.string().nullable(),
  hasPassword: z.boolean(),
  needsPassword: z.boolean(),
})

export const variableSettings = ['siteUrl', 'mailServer', 'mailFrom', 'mailTo', 'securityContact', 'timeZone'] as const

/**
 * `messagesKeptDays`: the retention of messages; null is unlimited. `signUp`: what the sign-up form is for. `welcome`: the
 * mail to each subscriber who has confirmed, of HTML; null for none. From `siteUrl` on: the values in force, null where
 * nothing is set. `fixed` names those that the environment sets, with the variable; they cannot be changed.
 */
export const settings = z
  .object({
    ownerLanguage,
    messagesKeptDays,
    signUp,
    welcome: z
      .object({ subject: z.object(byLanguage(() => z.string())), text: z.object(byLanguage(() => z.string())) })
      .nullable(),
    siteUrl: z.string().nullable(),
    mailServer: mailServer.nullable(),
    mailFrom: z.string().nullable(),
    mailTo: z.array(z.string()),
    securityContact: z.string().nullable(),
    timeZone: z.string().nullable(),
    fixed: z.partialRecord(z.enum(variableSettings), z.string()),
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof settings>

const siteUrl = requiredText(300)
  .refine((text) => !hasCredentials(text), { error: 'validation.urlCredentials', abort: true })
  .refine((text) => isSafeUrl(text) && !text.startsWith('/'), { error: 'validation.webUrl', abort: true })
  .refine((text) => new URL(text).pathname === '/' && !/[?#]/.test(text), { error: 'validation.origin', abort: true })
  .transform((text) => new URL(text).origin)

const isHostName = (text: string) =>
  !/[\s/@?#\\[\]]/.test(text) && URL.canParse(`http://${text.includes(':') ? `[${text}]` : text}/`)

export const mailServerInput = z
  .object(
    {
      host: requiredText(253).refine(isHostName, 'validation.host'),
      port: z.int({ error: 'validation.port' }).min(1, 'validation.port').max(65535, 'validation.port'),
      security: security.default('starttls'),
      username: plainText(256)
        .trim()
        .nullish()
        .transform((text) => text || null),
      /** Absent: the stored one, which belongs to the same server and user name. */
      password: plainText(1024).nullish(),
    },
    { error: 'validation.object' },
  )
  .meta({ id: 'MailServerInput' })
export type MailServerInput = z.infer<typeof mailServerInput>

const mailbox = requiredText(400).transform((text, context) => {
  const found = readMailbox(text)
  if (found !== undefined) return found
  context.addIssue({ code: 'custom', message: 'validation.email' })
  return z.NEVER
})

/** The same form as of the environment. */
export const isContact = (text: string): boolean => isEmail(text) || /^(?:https:\/\/|mailto:|tel:)\S+$/.test(text)

const timeZone = plainText(80).transform((text, context) => {
  const name = timeZoneName(text)
  if (name !== undefined) return name
  context.addIssue({ code: 'custom', message: 'validation.timeZone' })
  return z.NEVER
})

const variableInput = {
  siteUrl: siteUrl.nullable().optional(),
  mailServer: mailServerInput.nullable().optional(),
  mailFrom: mailbox.nullable().optional(),
  mailTo: z.array(mailbox, { error: 'validation.list' }).max(20, 'validation.tooMany').optional(),
  securityContact: requiredText(300).refine(isContact, 'validation.contact').nullable().optional(),
  timeZone: timeZone.nullable().optional(),
}

/** Absent settings stay unchanged. */
export const settingsInput = z
  .object({
    ownerLanguage: ownerLanguage.optional(),
    messagesKeptDays: messagesKeptDays.optional(),
    signUp: signUp.optional(),
    welcome: welcome.optional(),
    ...variableInput,
    ...confirmed,
  })
  .meta({ id: 'SettingsInput' })
export type SettingsInput = z.infer<typeof settingsInput>

/** Whether a change has to be confirmed by the password: by all but one, mails and visitors may be led elsewhere. */
export const isSensitive = (change: object): boolean => Object.keys(change).some((name) => name !== 'timeZone')

/** Absent values are those in force; `to` is by default the address of the signed-in person, or else `mailTo`. */
export const mailTest = z
  .object({
    mailServer: mailServerInput.optional(),
    mailFrom: mailbox.optional(),
    to: mailbox.optional(),
    ...confirmed,
  })
  .meta({ id: 'MailTest' })
export type MailTest = z.infer<typeof mailTest>

export const mailTestResult = z.object({ to: z.string() }).meta({ id: 'MailTestResult' })
export type MailTestResult = z.infer<typeof mailTestResult>
