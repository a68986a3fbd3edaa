import { clientAddress } from '#base/http/request-facts'
import type { Services } from '#base/services'
import { addressGroup, countHit, type Hit, refund } from '#base/writes/throttle'
import { userNames } from './store'

const limits = [{ hits: 10, seconds: 15 * 60 }]

/**
 * Counts a try to sign in from an address and, where one is given, for a name; before anything is hashed, so that no
 * number of parallel tries gets more verdicts. All count or none. Throws 429.
 */
export async function countTries({ config, db }: Services, request: Request, username?: string): Promise<Hit[]> {
  if (!config.throttle) return []
  const tries = [
    { kind: 'login-address', subject: addressGroup(clientAddress(request)) },
    ...(username === undefined ? [] : [{ kind: 'login-name', subject: userNames(username).usernameKey }]),
  ]
  return db.transaction(async (tx) => {
    const hits: Hit[] = []
    for (const { kind, subject } of tries) hits.push(await countHit(tx, { kind, subject, limits }))
    return hits
  })
}

/** Only failures count in the end. */
export async function takeBack({ db }: Services, hits: Hit[]): Promise<void> {
  for (const hit of hits) await refund(db, hit)
}
