import { Elysia } from 'elysia'
import { conflict, forbidden } from '#contract/http-error'
import type { NewEvent } from '#platform/events/events'
import { requestActor } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { adminOnly } from '#auth/admin-only'
import { sessionConfirmation, type User } from '#auth/contract'
import { operations } from '#auth/operations'
import type { Passwords } from '#auth/passwords/passwords'
import { openChallenge, useChallenge } from '#auth/second-factor/challenges'
import { requestOptions, type SessionProof, sessionProof } from '#auth/second-factor/contract'
import { listKeys } from '#auth/second-factor/passkeys'
import { readProof } from '#auth/second-factor/second-step-api'
import { readAssertion, relyingParty, requestOptionsFor } from '#auth/second-factor/webauthn'
import { countCode } from '#auth/sign-in/login-attempts'
import { readConfirmation, setConfirmed } from './confirmation'
import { confirmPassword, countProof, signedInAdministrator } from './confirm-password'

/** Confirming a session by the password or a factor, for what a stolen session must not do. */
export const confirmationApi = (services: Services, passwords: Passwords) =>
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
        else await confirmPassword(services, passwords, body.currentPassword, request)
        return setConfirmed(services.db, session)
      },
      { body: sessionProof, response: { 200: sessionConfirmation }, detail: operations.confirmSession },
    )

const usedCode =
  ({ id, username: title }: User, { recoveryCode }: SessionProof) =>
  (isRight: boolean): NewEvent | undefined =>
    isRight && recoveryCode !== undefined
      ? { kind: 'user', action: 'updated', activityActions: ['recovery-code-used'], id, title }
      : undefined

/** Throws 403 for a wrong or used proof, which counts as a failed login. */
const confirmFactor = (services: Services, request: Request, proof: SessionProof): Promise<void> =>
  countProof(services, request, async (person) => {
    const refusal = forbidden('errors.factorWrong')
    if (proof.code !== undefined) await countCode(services, request, person)
    const challenge = readAssertion(proof.credential)?.challenge ?? ''
    const asked = { challenge, purpose: 'confirmation', userId: person.id } as const
    if (proof.credential !== undefined && !(await useChallenge(services.db, asked))) throw refusal
    const check = await readProof(services, request, { challenge, proof, person })
    const isRight = check && (await commitAs(services, requestActor(request), usedCode(person, proof), check))
    if (!isRight) throw refusal
  })
