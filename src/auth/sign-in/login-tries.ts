import { clientAddress } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { addressGroup, countedHits, countHit, type Hit, refund, type Throttle } from '#platform/writes/throttle'
import { knownDevice } from './known-devices'
import { userNames } from '#auth/store'

const seconds = 15 * 60
const strict = [{ hits: 10, seconds }]

/** Of one name, from wherever the tries come: more than one person mistypes, far less than a botnet guesses. */
const loose = [{ hits: 100, seconds }]

/** Milliseconds: so long that those who try one after the other never come to the bound above. */
const longestDelay = 10_000

type Named = { username: string; user: { id: number; passwordHash: string } | undefined }

/**
 * Counts a try to sign in, before anything is hashed, so that no number of parallel tries gets more verdicts. A device
 * on which `user` has signed in before is counted by itself: what strangers try, from the same address or others, does
 * not keep it out. Once their tries on the name are too many, it is delayed rather than refused. Throws 429.
 */
export async function countLogin(services: Services, request: Request, { username, user }: Named): Promise<Hit[]> {
  const { config, db } = services
  if (!config.throttle) return []
  const device = knownDevice(request, user)
  const byName = { kind: 'login-name', subject: userNames(username).usernameKey, limits: loose }
  if (device === undefined) return count(services, [byAddress(request), byName])
  const isBesieged = (await countedHits(db, byName)) >= loose[0]!.hits
  const byDevice = { kind: 'login-device', subject: device, limits: isBesieged ? loose : strict }
  const hits = await count(services, [byDevice])
  if (isBesieged) await Bun.sleep(Math.min(longestDelay, 1000 * 2 ** ((await countedHits(db, byDevice)) - 1)))
  return hits
}

/** Counts a wrong set-up code. Throws 429. */
export const countSetupCode = (services: Services, request: Request): Promise<Hit[]> =>
  count(services, [byAddress(request)])

/** Of an account's six digits, from wherever they come: who knows its password would find one of a million in months. */
const codes = [{ hits: 30, seconds: 24 * 3600 }]

/** Counts a code of an app beside the try to sign in; a device on which the person has signed in before has no bound. Throws 429. */
export const countCode = async (
  services: Services,
  request: Request,
  user: { id: number; passwordHash: string },
): Promise<Hit[]> =>
  knownDevice(request, user) === undefined
    ? count(services, [{ kind: 'login-code', subject: String(user.id), limits: codes }])
    : []

/** Counts a try to sign in of which nobody knows whose it is. Throws 429. */
export const countUnknownLogin = (services: Services, request: Request): Promise<Hit[]> =>
  count(services, [byAddress(request)])

/** Counts that somebody asks for a passkey, as every login screen does that is opened. Throws 429. */
export const countPasskeyOptions = (services: Services, request: Request): Promise<Hit[]> =>
  count(services, [{ ...byAddress(request), kind: 'passkey-options', limits: loose }])

/** Counts a current password that is typed to confirm a change: by the session, which nobody else has. Throws 429. */
export const countConfirmation = (services: Services, session: string): Promise<Hit[]> =>
  count(services, [{ kind: 'confirm-session', subject: session, limits: strict }])

/** Only failures count in the end. */
export async function takeBack({ db }: Services, hits: Hit[]): Promise<void> {
  for (const hit of hits) await refund(db, hit)
}

const byAddress = (request: Request): Throttle => ({
  kind: 'login-address',
  subject: addressGroup(clientAddress(request)),
  limits: strict,
})

/** All count or none. */
async function count({ config, db }: Services, tries: Throttle[]): Promise<Hit[]> {
  if (!config.throttle) return []
  return db.transaction(async (tx) => {
    const hits: Hit[] = []
    for (const each of tries) hits.push(await countHit(tx, each))
    return hits
  })
}
