import { Elysia } from 'elysia'
import { forbidden, HttpError } from '#contract/http-error'
import { jsonBodies } from '#platform/http/bodies'
import { requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { accountApi, confirmationApi } from './account/account-api'
import { isMissingFactor } from './admin-only'
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
import { challengeFor, secondStepApi } from './second-factor/second-step-api'
import { secondFactorApi } from './second-factor/second-factor-api'
import { signInChallenge } from './second-factor/contract'
import { endSession, expiredSessionCookie } from './sessions/sessions'
import { countLogin, countUnknownLogin, refundHits, recordFailedLogin } from './sign-in/login-attempts'
import { operations } from './operations'
import { verifyPassword } from './passwords/passwords'
import { peopleApi } from './people/people-api'
import { resetApi } from './passwords/reset-api'
import { join, signIn } from './sign-in/sign-in'
import { requestToken } from './tokens/token-check'
import { tokensApi } from './tokens/tokens-api'
import { createFirstAdministrator, findUser, hasAdministrator, isSetupCode } from './store'
import { currentSession, type Exchange } from './identify'

/**
 * Signing in and out. These routes have no Idempotency-Key: a repeated login is a new session, and responses contain
 * cookies.
 */
export function authApi(services: Services) {
  return new Elysia().use(peopleApi(services)).use(tokensApi(services)).use(accounts(services))
}

const accounts = (services: Services) =>
  new Elysia({ tags: ['Account'] })
    .use(resetApi(services))
    .use(accountApi(services))
    .use(confirmationApi(services))
    .use(secondFactorApi(services))
    .use(secondStepApi(services))
    .get('/auth/check', (context) => check(services, context), {
      response: { 200: authCheck },
      detail: operations.getCurrentSession,
    })
    .get('/auth/setup', async () => ({ needed: !(await hasAdministrator(services.db)) }), {
      response: { 200: setup },
      detail: operations.getSetupNeeded,
    })
    .use(
      whileNew(services)
        .use(jsonBodies())
        .post(
          '/register',
          async (context) => {
            const account = await register(services, context.body, context.request)
            return context.status(201, await signIn(services, account, context))
          },
          { body: registration, response: { 201: user }, detail: operations.register },
        ),
    )
    .use(jsonBodies())
    .post(
      '/login',
      async (context) => {
        const account = await verify(services, context.body, context.request)
        const challenge = await challengeFor(services, account.id, context.request)
        return challenge ? context.status(202, challenge) : signIn(services, account, context)
      },
      {
        body: credentials,
        response: { 200: user, 202: signInChallenge },
        detail: operations.login,
      },
    )
    .post(
      '/logout',
      async ({ request, set }) => {
        await signOut(services, request)
        set.headers['set-cookie'] = expiredSessionCookie(requestOrigin(request))
        set.status = 204
      },
      { detail: operations.logout },
    )

async function check(services: Services, context: Exchange) {
  const token = requestToken(context.request)
  if (token) return { authenticated: true, user: token.user }
  const session = await currentSession(services, context)
  if (!session) return { authenticated: false, user: null }
  const needsSecondFactor = await isMissingFactor(services, session.user.id)
  return { authenticated: true, user: session.user, ...(needsSecondFactor && { needsSecondFactor }) }
}

/** Throws 403 before the body is read once there is an administrator. */
const whileNew = ({ db }: Services) =>
  new Elysia().onParse(async () => {
    if (await hasAdministrator(db)) throw forbidden('errors.registered')
  })

async function register(services: Services, { setupCode, ...account }: Registration, request: Request): Promise<User> {
  // The right code is accepted even when the limit is reached: the owner cannot be locked out, and 60 random bits
  // cannot be guessed.
  if (!(await isSetupCode(services.db, setupCode))) {
    await countUnknownLogin(services, request)
    throw forbidden('errors.setupCode', [{ path: 'setupCode', message: 'errors.setupCode' }])
  }
  return join(services, request, account, (tx, passwordHash) =>
    createFirstAdministrator(tx, account.username, passwordHash),
  )
}

async function verify(services: Services, { username, password }: Credentials, request: Request): Promise<User> {
  const found = await findUser(services.db, username)
  const hits = await countLogin(services, request, { username, user: found })
  if (!(await verifyPassword(password, found?.passwordHash)) || !found) {
    await recordFailedLogin(services, username, request)
    throw new HttpError(401, 'errors.credentials')
  }
  await refundHits(services, hits)
  return { id: found.id, username: found.username }
}

async function signOut(services: Services, request: Request): Promise<void> {
  const actor = await services.identify(request)
  await commitAs(
    services,
    actor,
    (ended: { number: number } | undefined) =>
      ended && {
        kind: 'session',
        action: 'deleted',
        id: ended.number,
        activityActions: ['signed-out'],
        ...(actor.is === 'administrator' ? { title: actor.user.username } : {}),
      },
    (tx) => endSession(tx, request.headers.get('cookie'), requestOrigin(request)),
  )
}
