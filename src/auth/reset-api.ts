import { Elysia } from 'elysia'
import { telling } from '#base/changes'
import type { Database } from '#base/db/database'
import { href } from '#base/href'
import { HttpError } from '#base/http-error'
import { messageBody } from '#base/http/envelope'
import { jsonBodies } from '#base/http/json-body'
import { clientAddress } from '#base/http/request-facts'
import type { Language } from '#base/i18n/language'
import { translate } from '#base/i18n/translate'
import { visitorLanguage } from '#base/i18n/visitor-language'
import { toLetter } from '#base/mail/letter'
import { post } from '#base/mail/outbox'
import { resetPath } from '#base/admin-paths'
import type { Services } from '#base/services'
import { commitAs } from '#base/writes/commit'
import { addressGroup, countHit } from '#base/writes/throttle'
import { account, type Account, type PasswordReset, passwordReset, resetRequest, type User } from './contract'
import { operations } from './operations'
import { refuseGuessable } from './password-rules'
import { addReset, findForgetful, findReset, useReset } from './password-resets'
import type { Passwords } from './passwords'
import { changeAccount } from './people'
import { endSessions } from './sessions'
import { sourceOf } from './source'
import { userNames } from './store'
import { randomToken } from './tokens'

/** What sending takes at most as a rule, in milliseconds: nobody is answered sooner. */
const pace = 200

const limits = [{ hits: 5, seconds: 15 * 60 }]

/** For whoever has forgotten the password. These routes keep no Idempotency-Key: nothing that is stored tells a link. */
export const resetApi = (services: Services, passwords: Passwords) =>
  new Elysia({ prefix: '/password-resets' })
    .use(jsonBodies())
    .post(
      '',
      async ({ request, body: { username }, set }) => {
        const language = visitorLanguage(request)
        if (!services.config.mail) throw new HttpError(503, 'errors.noMail', { headers: { 'Retry-After': '3600' } })
        await countAsking(services, request, username)
        await Promise.all([send(services, username, language), Bun.sleep(pace)])
        set.status = 202
        return { message: translate(language, 'reset.asked') }
      },
      { body: resetRequest, response: { 202: messageBody }, detail: operations.askReset },
    )
    .post('/accept', ({ body, request }) => accept(services, passwords, body, request), {
      body: passwordReset,
      response: { 200: account },
      detail: operations.acceptReset,
    })

async function countAsking({ config, db }: Services, request: Request, username: string): Promise<void> {
  if (!config.throttle) return
  await countHit(db, { kind: 'reset-address', subject: addressGroup(clientAddress(request)), limits })
  await countHit(db, { kind: 'reset-name', subject: userNames(username).usernameKey, limits })
}

const nobody = { id: 0, username: 'nobody', email: 'nobody@localhost' }

/** A name that nobody has costs what one does that somebody has: all is written, and taken back. */
async function send(services: Services, typed: string, language: Language): Promise<void> {
  const { config, db } = services
  const found = await findForgetful(db, typed)
  for (const user of found) await telling(services, (tx) => writeTo(tx, config, user, language))
  if (found.length > 0) return
  await telling(services, async (tx) => {
    await writeTo(tx, config, nobody, language)
    throw new TakenBack()
  }).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error
  })
}

class TakenBack extends Error {}

async function writeTo(
  tx: Database,
  config: Services['config'],
  { id, email, username }: User & { email: string },
  language: Language,
): Promise<void> {
  const token = randomToken()
  const { siteName: site } = config
  const [mail] = await post(tx, config, {
    kind: 'password-reset',
    to: [email],
    about: `user:${id}`,
    letter: toLetter({
      language,
      site,
      subject: translate(language, 'mail.reset.subject', { site }),
      title: translate(language, 'mail.reset.title'),
      paragraphs: [translate(language, 'mail.reset.text', { name: username, site })],
      action: {
        label: translate(language, 'mail.reset.open'),
        url: (config.siteUrl ?? '') + href(resetPath, { token }),
      },
      foot: translate(language, 'mail.reset.foot'),
    }),
  })
  if (mail && id !== nobody.id) await addReset(tx, id, token)
}

async function accept(
  services: Services,
  passwords: Passwords,
  { token, password }: PasswordReset,
  request: Request,
): Promise<Account> {
  const user = await findReset(services.db, token)
  await refuseGuessable(services.config, { password, username: user.username, path: 'password' })
  const passwordHash = await passwords.hash(password)
  return commitAs(
    services,
    { is: 'administrator', user, session: '', source: sourceOf(request) },
    ({ id, username: title }: Account) => ({ kind: 'user', action: 'updated', deeds: ['password-reset'], id, title }),
    async (tx) => {
      const id = await useReset(tx, token)
      await endSessions(tx, id)
      return changeAccount(tx, id, { passwordHash })
    },
  )
}
