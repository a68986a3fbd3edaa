import { Elysia } from 'elysia'
import { conflict, HttpError } from '#contract/http-error'
import type { MessageId } from '#i18n/messages'
import type { Database } from '#platform/db/database'
import type { ActivityAction, Transaction } from '#platform/events/events'
import { jsonBodies } from '#platform/http/bodies'
import type { Services } from '#platform/services'
import type { Hit } from '#platform/writes/throttle'
import { type User, user } from '#auth/contract'
import {
  countCode,
  countLogin,
  countPasskeyOptions,
  countUnknownLogin,
  refundHits,
  recordFailedLogin,
} from '#auth/sign-in/login-attempts'
import { signIn } from '#auth/sign-in/sign-in'
import type { Exchange } from '#auth/identify'
import { countAttempt, findChallenged, openChallenge, useChallenge } from './challenges'
import {
  passkeyLogin,
  requestOptions,
  secondFactorProof,
  type SecondFactorProof,
  type SignInChallenge,
} from './contract'
import { hasSecondFactor, readSecondFactor, useRecoveryCode } from './factors'
import { operations } from './operations'
import { findKey, type FoundKey, listKeys, recordPasskeyUse } from './passkeys'
import { useTotpCode } from './totp'
import { readAssertion, relyingParty, requestOptionsFor, verifyAssertion } from './webauthn'

/** The response to the right password of a person with a second factor; undefined without one. */
export async function challengeFor(
  { db, config }: Services,
  userId: number,
  request: Request,
): Promise<SignInChallenge | undefined> {
  if (!(await hasSecondFactor(db, userId))) return undefined
  const { totp, passkeys, recoveryCodesLeft } = await readSecondFactor(db, userId)
  const challenge = await openChallenge(db, 'second-factor', userId)
  const party = passkeys.length > 0 ? relyingParty(config, request) : undefined
  return {
    challenge,
    methods: [
      ...(totp ? (['totp'] as const) : []),
      ...(party ? (['passkey'] as const) : []),
      ...(recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
    ],
    ...(party && { passkeyOptions: { ...(await requestOptionsFor(party, challenge, await listKeys(db, userId))) } }),
  }
}

/** Login by a second factor, or by a passkey alone. */
export const secondStepApi = (services: Services) =>
  new Elysia({ prefix: '/login', tags: ['Account'] })
    .use(jsonBodies())
    .post('/second-factor', (context) => passSecondStep(services, context.body, context), {
      body: secondFactorProof,
      response: { 200: user },
      detail: operations.loginWithSecondFactor,
    })
    .post(
      '/passkey/options',
      async ({ request }) => {
        const party = relyingParty(services.config, request)
        if (!party) throw conflict('errors.noHost')
        await countPasskeyOptions(services, request)
        return { ...(await requestOptionsFor(party, await openChallenge(services.db, 'passkey', null))) }
      },
      { response: { 200: requestOptions }, detail: operations.createPasskeyLoginOptions },
    )
    .post('/passkey', (context) => passByPasskey(services, context.body.credential, context), {
      body: passkeyLogin,
      response: { 200: user },
      detail: operations.loginWithPasskey,
    })

/** Every attempt is counted before it is verified: against its challenge and with the failed logins. */
async function passSecondStep(services: Services, { challenge, ...proof }: SecondFactorProof, answer: Exchange) {
  const { db } = services
  const { request } = answer
  const person = await findChallenged(db, challenge)
  const hits = person
    ? await countLogin(services, request, { username: person.username, user: person })
    : await countUnknownLogin(services, request)
  if (person && proof.code !== undefined) hits.push(...(await countCode(services, request, person)))
  const isTried = person !== undefined && (await countAttempt(db, challenge))
  const check = isTried ? await readProof(services, request, { challenge, proof, person }) : undefined
  return conclude(services, answer, {
    user: person,
    hits,
    messageId: 'errors.secondFactor',
    activityActions: proof.recoveryCode === undefined ? [] : ['recovery-code-used'],
    check:
      check &&
      (async (tx) =>
        (await useChallenge(tx, { challenge, purpose: 'second-factor', userId: person?.id ?? 0 })) && check(tx)),
  })
}

type Check = (tx: Database) => Promise<boolean>
type Shown = { challenge: string; proof: FactorProof; person: { id: number } }
type FactorProof = Omit<SecondFactorProof, 'challenge'>

/** A function that verifies and consumes the proof; undefined for an invalid one. */
export async function readProof(services: Services, request: Request, shown: Shown): Promise<Check | undefined> {
  const { person, challenge } = shown
  const { code, recoveryCode, credential } = shown.proof
  if (code !== undefined) return (tx) => useTotpCode(tx, person.id, code)
  if (recoveryCode !== undefined) return (tx) => useRecoveryCode(tx, person.id, recoveryCode)
  const assertion = readAssertion(credential)
  const found = assertion && (await findKey(services.db, assertion.credentialId))
  if (!found || found.user.id !== person.id) return undefined
  if (assertion.userHandle !== undefined && assertion.userHandle !== found.user.handle) return undefined
  return judgeKey(services, request, { credential, challenge, found })
}

/** The challenge is consumed by its first use, even on failure. */
async function passByPasskey(services: Services, credential: unknown, answer: Exchange) {
  const { db } = services
  const { request } = answer
  const assertion = readAssertion(credential)
  const found = assertion && (await findKey(db, assertion.credentialId))
  const hits = found
    ? await countLogin(services, request, { username: found.user.username, user: found.user })
    : await countUnknownLogin(services, request)
  const challenge = assertion?.challenge ?? ''
  const isChallengeValid = await useChallenge(db, { challenge, purpose: 'passkey', userId: null })
  // The person is unknown until now, so the authenticator has to send the user handle.
  const isTheirs = found !== undefined && assertion?.userHandle === found.user.handle
  return conclude(services, answer, {
    user: found?.user,
    hits,
    messageId: 'errors.passkeyRefused',
    check:
      isChallengeValid && isTheirs ? await judgeKey(services, request, { credential, challenge, found }) : undefined,
  })
}

async function judgeKey(
  { config }: Services,
  request: Request,
  { credential, challenge, found }: { credential: unknown; challenge: string; found: FoundKey },
): Promise<Check | undefined> {
  const party = relyingParty(config, request)
  const counter = party && (await verifyAssertion(credential, { party, challenge, key: found.key }))
  return counter === undefined ? undefined : (tx) => recordPasskeyUse(tx, found.id, counter)
}

type Attempt = {
  user: User | undefined
  /** undefined for an invalid proof. */
  check: Check | undefined
  hits: Hit[]
  messageId: MessageId
  activityActions?: readonly ActivityAction[]
}

/** Of concurrent uses of one proof, one signs in; every failure is the same 401. */
async function conclude(
  services: Services,
  answer: Exchange,
  { user: person, check, hits, messageId, activityActions }: Attempt,
): Promise<User> {
  const refusal = new HttpError(401, messageId)
  try {
    if (!person || !check) throw refusal
    const { id, username } = person
    const use = async (tx: Transaction) => {
      if (!(await check(tx))) throw refusal
    }
    const signedIn = await signIn(services, { id, username }, answer, { use, activityActions, isFactor: true })
    await refundHits(services, hits)
    return signedIn
  } catch (error) {
    if (error === refusal) await recordFailedLogin(services, person?.username ?? '', answer.request)
    throw error
  }
}
