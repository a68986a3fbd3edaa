import { invalid } from '#contract/http-error'
import { translate } from '#i18n/translate'
import type { Language } from '#i18n/language'
import { environmentOf, readStoredSettings, settingsInForce, urlOfServer } from '#platform/owner/in-force'
import { readLetterhead } from '#platform/owner/letterhead'
import { toLetter } from '#platform/mail/letter'
import { tryMailServer } from '#platform/mail/try-server'
import type { Services } from '#platform/services'
import type { MailTest, MailTestResult } from './contract'
import { fixedSettings, storedServer } from './store'

/** Sends a mail by the given settings, or by those in force. Throws 422 at the field that is to blame. */
export async function sendTestMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  given: Omit<MailTest, 'currentPassword'>,
  { email, language }: { email: string | null; language: Language },
): Promise<MailTestResult> {
  const stored = await readStoredSettings(db)
  const fixed = fixedSettings(config)
  const refused = (['mailServer', 'mailFrom'] as const).filter(
    (name) => given[name] !== undefined && fixed[name] !== undefined,
  )
  if (refused.length > 0)
    throw invalid(refused.map((path) => ({ path, message: 'validation.fixed', values: { variable: fixed[path]! } })))
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
  const { site, look } = await readLetterhead(db, config)
  const letter = toLetter({
    language,
    site,
    look,
    subject: translate(language, 'mail.test.subject', { site }),
    title: translate(language, 'mail.test.title'),
    paragraphs: [translate(language, 'mail.test.text', { site })],
    foot: translate(language, 'mail.test.foot', { site }),
  })
  await tryMailServer(url, { ...letter, from, to, headers: { 'Auto-Submitted': 'auto-generated' } })
  return { to }
}
