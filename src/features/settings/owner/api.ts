import { Elysia } from 'elysia'
import { confirmWrite, signedInAdministrator } from '#auth/account/confirmation'
import { adminOnly } from '#auth/admin-only'
import { findUser } from '#auth/store'
import { forbidden, invalid } from '#contract/http-error'
import type { WelcomeMail } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import type { Language } from '#i18n/language'
import { visitorLanguage } from '#i18n/visitor-language'
import { isLoopbackHost } from '#platform/http/public-network'
import { requestOrigin } from '#platform/http/request-facts'
import { tryMailServer } from '#platform/mail/send'
import { proveAddress } from '#platform/owner/address-challenge'
import {
  followSettings,
  readStoredSettings,
  urlOfServer,
  environmentOf,
  settingsInForce,
} from '#platform/owner/in-force'
import { changeSettings } from '#platform/owner/settings'
import { fingerprint } from '#platform/seal'
import type { Services } from '#platform/services'
import { commit, type WriteContext } from '#platform/writes/commit'
import { countHit } from '#platform/writes/throttle'
import { sanitizeHtml } from '#text/sanitize'
import { writeNotice } from '#platform/mail/notice'
import {
  isSensitive,
  mailTest,
  type MailTest,
  mailTestResult,
  settings,
  settingsInput,
  type SettingsInput,
  type MailTestResult,
  mailServerInput,
} from './contract'
import { changeOf, fixedError, fixedSettings, readAllSettings, storeChange, storedServer } from './store'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'

giveExample(settingsInput, { ownerLanguage: 'en' })
giveExample(settings, {
  welcome: {
    subject: { en: 'Welcome to Acme', es: 'Le damos la bienvenida a Acme' },
    text: { en: '<p>Thank you for signing up.</p>', es: '<p>Gracias por suscribirse.</p>' },
  },
  siteUrl: 'https://acme.example',
  mailServer: {
    host: 'smtp.acme.example',
    port: 587,
    security: 'starttls',
    username: 'site@acme.example',
    hasPassword: true,
    needsPassword: false,
  },
  mailFrom: '"Acme" <site@acme.example>',
  mailTo: ['ada@acme.example'],
  securityContact: 'security@acme.example',
  timeZone: 'Europe/Madrid',
})
const meanings = {
  ownerLanguage: 'The language of mails to the owner.',
  messagesKeptDays: 'Messages are deleted after this number of days; null keeps them forever.',
  signUp:
    'What the sign-up form is for: the waitlist, or `news` (the form, its mails and their pages speak of a newsletter, and a sign-up asks for news). `off`: there is no form, and sign-ups are refused with 409.',
  welcome: 'A mail to each subscriber who has confirmed, once; null for none.',
  mailTo: 'The recipients of messages and notifications.',
  securityContact: 'The contact in `security.txt`.',
}
describeFields(settings, {
  ...meanings,
  fixed: 'The settings that environment variables set, with the name of the variable; they cannot be changed.',
})
describeFields(settingsInput, {
  ...meanings,
  siteUrl: 'It is requested before it is stored, and must lead to this site.',
  mailServer: 'It is tried before it is stored, and must accept its user.',
})
describeFields(mailServerInput, { password: 'By default the stored one, if host, port and user name stay.' })
giveExample(mailTest, { to: 'ada@acme.example' })

const operations = describe({
  getSettings: 'Get settings. The settings in force, without the password of the mail server.',
  updateSettings:
    'Update settings. Omitted fields keep their values. Changes from `siteUrl` to `securityContact` need `currentPassword` or a confirmed session. They are in force in all processes within a second.',
  testMail: {
    text: 'Send a test mail. The mail is sent by the given server and sender, or by those in force; nothing is stored. A given `mailServer` or `mailFrom` needs `currentPassword` or a confirmed session. Returns 422 with the field that causes the failure.',
    idempotent: false,
  },
})

/** Of values that are tried: each makes a connection to another server. */
const tries = { kind: 'settings tried', limits: [{ hits: 20, seconds: 600 }] }

export const settingsApi = (services: Services) =>
  new Elysia({ prefix: '/settings', tags: ['Settings'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', () => readAllSettings(services.db, services.config), {
      response: { 200: settings },
      detail: operations.getSettings,
    })
    .put('', (context) => putSettings(services, context), {
      body: settingsInput,
      response: { 200: settings },
      detail: operations.updateSettings,
    })
    .post(
      '/mail/test',
      async (context) => {
        if (services.config.demo) throw forbidden('errors.demo')
        const { user } = signedInAdministrator(context.request)
        const isNew = context.body.mailServer !== undefined || context.body.mailFrom !== undefined
        const { body } = await confirmWrite(services, context, isNew)
        await countHit(services.db, { ...tries, subject: String(user.id) })
        const person = await findUser(services.db, user.username)
        return sendTestMail(services, body, {
          email: person?.email ?? null,
          language: visitorLanguage(context.request),
        })
      },
      { body: mailTest, response: { 200: mailTestResult }, detail: operations.testMail },
    )

/** A new address and a new mail server are tried before they are stored. */
async function putSettings(services: Services, context: WriteContext & { body: SettingsInput }) {
  const { db, config } = services
  const { currentPassword: _, ownerLanguage, messagesKeptDays, signUp, welcome, ...given } = context.body
  const stored = await readStoredSettings(db)
  const { change, password } = changeOf(config, await readAllSettings(db, config), stored, given)
  const isToConfirm = isSensitive(change)
  if (isToConfirm && config.demo) throw forbidden('errors.demo')
  const write = await confirmWrite(services, context, isToConfirm)
  const { siteUrl, mailServer } = change
  if (siteUrl || mailServer)
    await countHit(db, { ...tries, subject: String(signedInAdministrator(context.request).user.id) })
  const current = requestOrigin(context.request)
  if (siteUrl) await proveAddress(services, siteUrl, current)
  const url = mailServer && urlOfServer(config, mailServer)
  if (url) await tryMailServer(url)
  const before = [...stored.former, ...(config.siteUrl === undefined ? [] : [config.siteUrl]), current]
  // This machine keeps its way in, unless the new address is one of it too.
  const redirected = before.filter((origin) => !isLoopbackUrl(origin) || (siteUrl && isLoopbackUrl(siteUrl)))
  const answer = await commit(
    services,
    { ...write, body: withoutSecret(write.body, password && fingerprint(config, password)) },
    { status: 200, event: () => ({ kind: 'settings', action: 'updated', id: null }) },
    async (tx) => {
      await changeSettings(tx, { ownerLanguage, messagesKeptDays, signUp, welcome: welcome && cleanWelcome(welcome) })
      await storeChange(tx, change, [...new Set(redirected)])
      return readAllSettings(tx, config)
    },
  )
  if (Object.keys(change).length > 0) await followSettings(services)
  return answer
}

const isLoopbackUrl = (origin: string) => isLoopbackHost(new URL(origin).hostname)

/** The hash of the body is stored with an Idempotency-Key. */
const withoutSecret = ({ mailServer, ...body }: Omit<SettingsInput, 'currentPassword'>, password?: string) =>
  mailServer === undefined ? body : { ...body, mailServer: mailServer && { ...mailServer, password } }

const cleanWelcome = ({ subject, text }: WelcomeMail): WelcomeMail => ({
  subject,
  text: byLanguage((language) => sanitizeHtml(text[language])),
})

/** Sends a mail by the given settings, or by those in force. Throws 422 at the field that is to blame. */
async function sendTestMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  given: Omit<MailTest, 'currentPassword'>,
  { email, language }: { email: string | null; language: Language },
): Promise<MailTestResult> {
  const stored = await readStoredSettings(db)
  const fixed = fixedSettings(config)
  const refused = (['mailServer', 'mailFrom'] as const).filter(
    (name) => given[name] !== undefined && fixed[name] !== undefined,
  )
  if (refused.length > 0) throw fixedError(refused, fixed)
  const inForce = settingsInForce(config, stored)
  const server = given.mailServer ? storedServer(config, given.mailServer, stored.mailServer) : stored.mailServer
  const url = environmentOf(config).mail?.url ?? (server ? urlOfServer(config, server) : undefined)
  const from = given.mailFrom ?? inForce.mailFrom
  const to = given.to ?? email ?? inForce.mailTo?.[0]
  const missing = [
    ...(url === undefined
      ? [{ path: 'mailServer', message: server ? 'validation.mailPassword' : 'validation.required' }]
      : []),
    ...(from === undefined ? [{ path: 'mailFrom', message: 'validation.required' }] : []),
    ...(to === undefined ? [{ path: 'to', message: 'validation.required' }] : []),
  ]
  if (url === undefined || from === undefined || to === undefined) throw invalid(missing)
  const letter = await writeNotice(db, config, { group: 'test', language, paragraphs: ['mail.test.text'] })
  await tryMailServer(url, { ...letter, from, to, headers: { 'Auto-Submitted': 'auto-generated' } })
  return { to }
}
