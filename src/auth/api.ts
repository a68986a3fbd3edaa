import { Elysia } from 'elysia'
import { forbidden, HttpError } from '#base/http-error'
import { jsonBodies } from '#base/http/json-body'
import { clientAddress, requestOrigin } from '#base/http/request-facts'
import { addressGroup, countHit, type Hit, refund } from '#base/writes/throttle'
import type { Services } from '#base/services'
import {
  authCheck,
  type Credentials,
  credentials,
  type Registration,
  registration,
  setup,
  type User,
  user,
} from './contract'
import { currentSession } from './current-session'
import { operations } from './operations'
import { createPasswords, type Passwords } from './passwords'
import { endSession, startSession } from './sessions'
import { createFirstAdministrator, findUser, hasAdministrator, isSetupCode, userNames } from './store'

type Answer = { request: Request; set: { headers: Record<string, unknown> } }

const limits = [{ hits: 10, seconds: 15 * 60 }]

/**
 * Signing in and out. These routes keep no Idempotency-Key: a repeated login is a new session, and answers hold
 * cookies.
 */
export function authApi(services: Services) {
  const passwords = createPasswords()
  return new Elysia()
    .get('/auth/check', (context) => check(services, context), {
      response: { 200: authCheck },
      detail: operations.check,
    })
    .get('/auth/setup', async () => ({ needed: !(await hasAdministrator(services.db)) }), {
      response: { 200: setup },
      detail: operations.setup,
    })
    .use(
      whileNew(services)
        .use(jsonBodies())
        .post(
          '/register',
          async (context) => {
            const account = await register(services, passwords, context.body, context.request)
            return context.status(201, await signIn(services, account, context))
          },
          { body: registration, response: { 201: user }, detail: operations.register },
        ),
    )
    .use(jsonBodies())
    .post(
      '/login',
      async (context) => signIn(services, await verify(services, passwords, context.body, context.request), context),
      {
        body: credentials,
        response: { 200: user },
        detail: operations.login,
      },
    )
    .post(
      '/logout',
      async ({ request, set }) => {
        set.headers['set-cookie'] = await endSession(services.db, request.headers.get('cookie'), requestOrigin(request))
        set.status = 204
      },
      { detail: operations.logout },
    )
}

async function check(services: Services, context: Answer) {
  const session = await currentSession(services, context)
  return session ? { authenticated: true, user: session.user } : { authenticated: false, user: null }
}

/** Refuses before the body is read: registration is over, whoever asks and however. */
const whileNew = ({ db }: Services) =>
  new Elysia().onParse(async () => {
    if (await hasAdministrator(db)) throw forbidden('errors.registered')
  })

async function register(
  services: Services,
  passwords: Passwords,
  { username, password, setupCode }: Registration,
  request: Request,
): Promise<User> {
  // The right code always passes: nobody can lock the owner out, and no number of tries finds sixty random bits.
  if (!(await isSetupCode(services.db, setupCode))) {
    await countTries(services, [addressTry(request)])
    throw forbidden('errors.setupCode')
  }
  return createFirstAdministrator(services.db, username, await passwords.hash(password))
}

async function verify(
  services: Services,
  passwords: Passwords,
  { username, password }: Credentials,
  request: Request,
): Promise<User> {
  const hits = await countTries(services, [
    addressTry(request),
    { kind: 'login-name', subject: userNames(username).usernameKey },
  ])
  const found = await findUser(services.db, username)
  if (!(await passwords.verify(password, found?.passwordHash)) || !found) throw new HttpError(401, 'errors.credentials')
  await takeBack(services, hits)
  return { id: found.id, username: found.username }
}

async function signIn({ db }: Services, account: User, { request, set }: Answer): Promise<User> {
  const { cookie } = await startSession(db, account.id, requestOrigin(request))
  set.headers['set-cookie'] = cookie
  return account
}

const addressTry = (request: Request) => ({ kind: 'login-address', subject: addressGroup(clientAddress(request)) })

/** Before anything is hashed, so that no number of parallel tries gets more verdicts. All count or none. */
async function countTries({ config, db }: Services, tries: { kind: string; subject: string }[]): Promise<Hit[]> {
  if (!config.throttle) return []
  return db.transaction(async (tx) => {
    const hits: Hit[] = []
    for (const { kind, subject } of tries) hits.push(await countHit(tx, { kind, subject, limits }))
    return hits
  })
}

/** Only failures count in the end. */
async function takeBack({ db }: Services, hits: Hit[]): Promise<void> {
  for (const hit of hits) await refund(db, hit)
}
