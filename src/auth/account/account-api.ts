import { Elysia } from 'elysia'
import { z } from 'zod'
import type { ActivityAction } from '#platform/events/events'
import { notFound, conflict, forbidden } from '#contract/http-error'
import { parseId } from '#platform/http/parameters'
import { requestOrigin, requestActor } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commit, commitAs } from '#platform/writes/commit'
import { adminOnly } from '#auth/admin-only'
import { account, type Account, type AccountInput, accountInput, ownSession, sessionConfirmation } from '#auth/contract'
import { deviceCookies } from '#auth/sign-in/sign-in'
import { operations } from '#auth/operations'
import { hashPassword } from '#auth/passwords/passwords'
import { refuseGuessable } from '#auth/passwords/password-rules'
import { changeAccount } from '#auth/people/people'
import { endOtherSessions, endSessionNumber, endSessions, listSessions, startSession } from '#auth/sessions/sessions'
import { countCode } from '#auth/sign-in/login-attempts'
import { aboutUser, findUser } from '#auth/store'
import { signedInAdministrator, confirmPassword, readConfirmation, setConfirmed, countProof } from './confirmation'
import { openChallenge, useChallenge } from '#auth/second-factor/challenges'
import { requestOptions, type SessionProof, sessionProof } from '#auth/second-factor/contract'
import { listKeys } from '#auth/second-factor/passkeys'
import { readProof } from '#auth/second-factor/second-step-api'
import { readAssertion, relyingParty, requestOptionsFor } from '#auth/second-factor/webauthn'
import { type Exchange, sourceOf } from '#auth/identify'

/** The signed-in person's own account and sessions. */
export const accountApi = (services: Services) =>
  new Elysia({ tags: ['Account'] }).use(ownAccount(services)).use(ownSessions(services))

const ownAccount = (services: Services) =>
  new Elysia()
    .use(adminOnly(services, { withoutFactor: true })) // every route below this line needs a signed-in administrator
    .get(
      '/account',
      async ({ request }) => {
        const { user } = signedInAdministrator(request)
        const { id, username, email } = (await findUser(services.db, user.username)) ?? { ...user, email: null }
        return { id, username, email }
      },
      { response: { 200: account }, detail: operations.getAccount },
    )
    .put('/account', (context) => change(services, context), {
      body: accountInput,
      response: { 200: account },
      detail: operations.updateAccount,
    })

const ownSessions = (services: Services) =>
  new Elysia()
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '/sessions',
      ({ request }) => {
        const { user, session } = signedInAdministrator(request)
        return listSessions(services.db, user.id, session)
      },
      { response: { 200: z.array(ownSession) }, detail: operations.listSessions },
    )
    .delete(
      '/sessions',
      (context) => {
        const { user, session } = signedInAdministrator(context.request)
        return commit(
          services,
          context,
          {
            status: 204,
            event: (ended: number[]) => (ended.length === 0 ? undefined : { ...sessionsEnded, id: null }),
          },
          (tx) => endOtherSessions(tx, user.id, session),
        )
      },
      { detail: operations.deleteOtherSessions },
    )
    .delete(
      '/sessions/:id',
      (context) => {
        const id = parseId(context.params.id, notFound('session'))
        return commit(services, context, { status: 204, event: () => ({ ...sessionsEnded, id }) }, (tx) =>
          endSessionNumber(tx, signedInAdministrator(context.request).user.id, id),
        )
      },
      { detail: operations.deleteSession },
    )

/**
 * Has no Idempotency-Key: the password must only be stored as its slow hash, and the response may contain a cookie. A
 * new password ends every session of the person; the current one is replaced by a new session.
 */
async function change(services: Services, { request, body, set }: Exchange & { body: AccountInput }) {
  const actor = signedInAdministrator(request)
  const { username, newPassword, email } = body
  if (newPassword !== undefined)
    await refuseGuessable(services, {
      password: newPassword,
      username: username ?? actor.user.username,
      path: 'newPassword',
    })
  await confirmPassword(services, body.currentPassword, request)
  const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword)
  const isRenamed = username !== undefined && username !== actor.user.username
  const activityActions: ActivityAction[] = [
    ...(isRenamed ? (['renamed'] as const) : []),
    ...(passwordHash === undefined ? [] : (['password-changed'] as const)),
    ...(email === undefined ? [] : (['updated'] as const)),
  ]
  const { cookies, ...changed } = await commitAs(
    services,
    actor,
    (user: Account & { cookies?: string[] }) =>
      activityActions.length === 0 ? undefined : aboutUser(...activityActions)(user),
    async (tx) => {
      const now = await changeAccount(tx, actor.user.id, { username, email, passwordHash })
      if (passwordHash === undefined) return { ...now, cookies: undefined }
      await endSessions(tx, actor.user.id)
      const origin = requestOrigin(request)
      const { cookie } = await startSession(tx, actor.user.id, origin, { source: sourceOf(request) })
      return { ...now, cookies: [cookie, ...(await deviceCookies(tx, actor.user.id, request))] }
    },
  )
  if (cookies) set.headers['set-cookie'] = cookies
  return changed
}

const sessionsEnded = { kind: 'session', action: 'deleted', activityActions: ['session-ended'] } as const

/** Confirming a session by the password or a factor, for what a stolen session must not do. */
export const confirmationApi = (services: Services) =>
  new Elysia({ prefix: '/account/confirm' })
    .use(adminOnly(services, { withoutFactor: true })) // every route below this line needs a signed-in administrator
    .get('', ({ request }) => readConfirmation(services.db, signedInAdministrator(request).session), {
      response: { 200: sessionConfirmation },
      detail: operations.getConfirmation,
    })
    .post(
      '/options',
      async ({ request }) => {
        const { user } = signedInAdministrator(request)
        const party = relyingParty(services.config, request)
        if (!party) throw conflict('errors.noHost')
        const challenge = await openChallenge(services.db, 'confirmation', user.id)
        return { ...(await requestOptionsFor(party, challenge, await listKeys(services.db, user.id))) }
      },
      { response: { 200: requestOptions }, detail: operations.createConfirmationOptions },
    )
    .post(
      '',
      async ({ request, body }) => {
        const { session } = signedInAdministrator(request)
        if (body.currentPassword === undefined) await confirmFactor(services, request, body)
        else await confirmPassword(services, body.currentPassword, request)
        return setConfirmed(services.db, session)
      },
      { body: sessionProof, response: { 200: sessionConfirmation }, detail: operations.confirmSession },
    )

/** Throws 403 for a wrong or used proof, which counts as a failed login. */
const confirmFactor = (services: Services, request: Request, proof: SessionProof): Promise<void> =>
  countProof(services, request, async (person) => {
    const refusal = forbidden('errors.factorWrong')
    if (proof.code !== undefined) await countCode(services, request, person)
    const challenge = readAssertion(proof.credential)?.challenge ?? ''
    const asked = { challenge, purpose: 'confirmation', userId: person.id } as const
    if (proof.credential !== undefined && !(await useChallenge(services.db, asked))) throw refusal
    const check = await readProof(services, request, { challenge, proof, person })
    const usedCode = (isUsed: boolean) =>
      isUsed && proof.recoveryCode !== undefined ? aboutUser('recovery-code-used')(person) : undefined
    const isRight = check && (await commitAs(services, requestActor(request), usedCode, check))
    if (!isRight) throw refusal
  })
