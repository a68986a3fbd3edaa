import { Elysia } from 'elysia'
import type { Transaction } from '#platform/events/events'
import { withChanges } from '#platform/events/changes'
import { href } from '#i18n/addresses/href'
import { HttpError, messageBody } from '#contract/http-error'
import { jsonBodies } from '#platform/http/bodies'
import { clientAddress } from '#platform/http/request-facts'
import type { Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import { visitorLanguage } from '#i18n/visitor-language'
import { postNotice } from '#platform/mail/notice'
import { resetPath } from '#i18n/addresses/admin-paths'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { addressGroup, countHit, isWithinLimits } from '#platform/writes/throttle'
import { account, type Account, type PasswordReset, passwordReset, resetRequest, type User } from '#auth/contract'
import { deviceCookies } from '#auth/sign-in/sign-in'
import { operations } from '#auth/operations'
import { hashPassword } from './passwords'
import { refuseGuessable } from './password-rules'
import { addReset, findUsersForReset, findReset, useReset } from './password-resets'
import { changeAccount } from '#auth/people/people'
import { endSessions } from '#auth/sessions/sessions'
import { randomToken } from '#auth/sessions/tokens'
import { type Exchange, sourceOf } from '#auth/identify'
import { aboutUser } from '#auth/store'

/** Minimum response time in milliseconds, longer than sending usually takes, so that timing reveals nothing. */
const pace = 200

const limits = [{ hits: 5, seconds: 15 * 60 }]

/** Resetting a forgotten password. These routes have no Idempotency-Key: a stored response must not contain a link. */
export const resetApi = (services: Services) =>
  new Elysia({ prefix: '/password-resets', tags: ['Account'] })
    .use(jsonBodies())
    .post(
      '',
      async ({ request, body: { username }, set }) => {
        const language = visitorLanguage(request)
        if (!services.config.mail) throw new HttpError(503, 'reset.noMail', { headers: { 'Retry-After': '3600' } })
        await countAsking(services, request)
        await Promise.all([send(services, username, language), Bun.sleep(pace)])
        set.status = 202
        return { message: translate(language, 'reset.asked') }
      },
      { body: resetRequest, response: { 202: messageBody }, detail: operations.requestPasswordReset },
    )
    .post('/accept', (context) => accept(services, context), {
      body: passwordReset,
      response: { 200: account },
      detail: operations.resetPassword,
    })

async function countAsking({ config, db }: Services, request: Request): Promise<void> {
  if (config.throttle)
    await countHit(db, { kind: 'reset-address', subject: addressGroup(clientAddress(request)), limits })
}

const nobody = { id: 0, username: 'nobody', email: 'nobody@localhost' }

/**
 * For an unknown name the same writes run and are rolled back, so that timing does not reveal it. Likewise for an
 * account that has reached its limit: its owner already has valid links.
 */
async function send(services: Services, typed: string, language: Language): Promise<void> {
  const { config, db } = services
  const found = await findUsersForReset(db, typed)
  for (const user of found.length > 0 ? found : [nobody]) {
    const isKept = await isWanted(services, user.id)
    await withChanges(services, async (tx) => {
      await writeTo(tx, config, user, language)
      if (!isKept) throw new TakenBack()
    }).catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
  }
}

class TakenBack extends Error {}

/**
 * Limited by account, not by spelling. Without a visible error, which would reveal that two spellings are one account.
 */
const isWanted = async ({ config, db }: Services, userId: number): Promise<boolean> =>
  (!config.throttle || (await isWithinLimits(db, { kind: 'reset-user', subject: String(userId), limits }))) &&
  userId !== nobody.id

async function writeTo(
  tx: Transaction,
  config: Services['config'],
  { id, email, username }: User & { email: string },
  language: Language,
): Promise<void> {
  const token = randomToken()
  const [mail] = await postNotice(tx, config, {
    kind: 'password-reset',
    to: [email],
    about: `user:${id}`,
    group: 'reset',
    language,
    values: { name: username },
    paragraphs: ['mail.reset.text'],
    open: { label: 'mail.reset.open', url: href(resetPath, { token }) },
  })
  if (mail && id !== nobody.id) await addReset(tx, id, token)
}

async function accept(
  services: Services,
  { body: { token, password }, request, set }: Exchange & { body: PasswordReset },
): Promise<Account> {
  const user = await findReset(services.db, token)
  await refuseGuessable(services, { password, username: user.username, path: 'password' })
  const passwordHash = await hashPassword(password)
  const { cookies, ...changed } = await commitAs(
    services,
    { is: 'administrator', user, session: '', source: sourceOf(request) },
    (reset: Account & { cookies: string[] }) => aboutUser('password-reset')(reset),
    async (tx) => {
      const id = await useReset(tx, token)
      await endSessions(tx, id)
      const now = await changeAccount(tx, id, { passwordHash })
      return { ...now, cookies: await deviceCookies(tx, id, request) }
    },
  )
  // A person locked out by the guesses of others can sign in with the new password at once.
  set.headers['set-cookie'] = cookies
  return changed
}
