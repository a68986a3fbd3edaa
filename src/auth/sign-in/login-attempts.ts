import { clientAddress } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import {
  addressGroup,
  countedHits,
  countHit,
  countWithinLimits,
  type Hit,
  refund,
  type Throttle,
} from '#platform/writes/throttle'
import { knownDevice } from './sign-in'
import { userNames } from '#auth/store'
import { commitAs } from '#platform/writes/commit'
import { sourceOf } from '#auth/identify'

const seconds = 15 * 60
const strict = [{ hits: 10, seconds }]

/** For one name from all addresses: more than one person mistypes, far less than a botnet guesses. */
const loose = [{ hits: 100, seconds }]

/** Milliseconds: long enough that sequential attempts never reach the limit above. */
const longestDelay = 10_000

type Named = { username: string; user: { id: number; passwordHash: string } | undefined }

/**
 * Counts a login attempt before the password is hashed, so that parallel attempts cannot exceed the limit. A device on
 * which `user` has signed in before has a counter of its own, so that strangers at the same or other addresses cannot
 * lock it out; when their attempts on the name reach the limit, it is delayed instead of refused. Throws 429.
 */
export async function countLogin(
  services: Services,
  request: Request,
  { username, user }: Named,
  further: Throttle[] = [],
): Promise<Hit[]> {
  const { config, db } = services
  if (!config.throttle) return []
  const device = knownDevice(request, user)
  const byName = nameThrottle(username)
  if (device === undefined) return count(services, [...further, byAddress(request), byName])
  const isBesieged = (await countedHits(db, byName)) >= loose[0]!.hits
  const byDevice = { kind: 'login-device', subject: device, limits: isBesieged ? loose : strict }
  const hits = await count(services, [...further, byDevice])
  if (isBesieged) await Bun.sleep(Math.min(longestDelay, 1000 * 2 ** ((await countedHits(db, byDevice)) - 1)))
  return hits
}

/**
 * Codes of one account from all addresses: without a limit, an attacker who knows its password would guess one of a
 * million codes within months.
 */
const codes = [{ hits: 30, seconds: 24 * 3600 }]

/**
 * Counts a code of an app in addition to the login attempt; a device on which the person has signed in before has no
 * limit. Throws 429.
 */
export const countCode = async (
  services: Services,
  request: Request,
  user: { id: number; passwordHash: string },
): Promise<Hit[]> =>
  knownDevice(request, user) === undefined
    ? count(services, [{ kind: 'login-code', subject: String(user.id), limits: codes }])
    : []

/** Counts a login attempt of an unknown person, or a wrong set-up code. Throws 429. */
export const countUnknownLogin = (services: Services, request: Request): Promise<Hit[]> =>
  count(services, [byAddress(request)])

/** Counts a request for passkey options, which every opened login screen makes. Throws 429. */
export const countPasskeyOptions = (services: Services, request: Request): Promise<Hit[]> =>
  count(services, [{ ...byAddress(request), kind: 'passkey-options', limits: loose }])

/**
 * Counts an attempt to confirm a change of a signed-in person as a login attempt, and per session. It is counted against
 * the address and the name too where the device is known, so that guesses are not split between the session and the login
 * form; there only the limits of the device and of the session refuse it, which strangers cannot reach. Throws 429.
 */
export async function countConfirmation(
  services: Services,
  request: Request,
  { session, ...named }: Named & { session: string },
): Promise<Hit[]> {
  const { config, db } = services
  if (!config.throttle) return []
  const bySession = { kind: 'confirm-session', subject: session, limits: strict }
  const hits = await countLogin(services, request, named, [bySession])
  if (knownDevice(request, named.user) === undefined) return hits
  for (const throttle of [byAddress(request), nameThrottle(named.username)])
    hits.push(...(await countWithinLimits(db, throttle)))
  return hits
}

/** Refunds the hits of a successful attempt, so that only failures count. */
export async function refundHits({ db }: Services, hits: Hit[]): Promise<void> {
  for (const hit of hits) await refund(db, hit)
}

const nameThrottle = (username: string): Throttle => ({
  kind: 'login-name',
  subject: userNames(username).usernameKey,
  limits: loose,
})

const byAddress = (request: Request): Throttle => ({
  kind: 'login-address',
  subject: addressGroup(clientAddress(request)),
  limits: strict,
})

/** One transaction: when a limit is reached, no hit is counted. */
async function count({ config, db }: Services, tries: Throttle[]): Promise<Hit[]> {
  if (!config.throttle) return []
  return db.transaction(async (tx) => {
    const hits: Hit[] = []
    for (const each of tries) hits.push(await countHit(tx, each))
    return hits
  })
}

/** Records a failed login in Activity, whether the name exists or not. */
export async function recordFailedLogin(services: Services, username: string, request: Request): Promise<void> {
  await commitAs(
    services,
    { is: 'visitor', source: sourceOf(request) },
    () => ({ kind: 'session', action: 'created', id: null, title: username, activityActions: ['sign-in-refused'] }),
    async () => {},
  )
}
