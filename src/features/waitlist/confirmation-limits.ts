import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { mailboxKey } from '#text/email'
import { forgetHits, isWithinLimits } from '#platform/writes/throttle'

/** However many addresses lead to one box (`ada+1@…`, `ada+2@…`), it gets one mail at a time. */
const boxLimits = [{ hits: 1, seconds: 10 * 60 }]

/** What a form that anybody may fill in with anybody's address sends at most, wherever the sign-ups come from. */
const siteLimits = [{ hits: 100, seconds: 3600 }]

/**
 * Counts a confirmation mail; false where it is one too many. The sign-up stands all the same, and whoever signs up
 * again later is asked then.
 */
export async function countConfirmation(tx: Database, config: Config, email: string): Promise<boolean> {
  const isBoxFree = await isWithinLimits(tx, { ...boxOf(email), limits: boxLimits })
  const isSiteFree =
    !config.throttle || (await isWithinLimits(tx, { kind: 'confirmation-site', subject: '', limits: siteLimits }))
  return isBoxFree && isSiteFree
}

/** Whoever was deleted has never been written to. */
export const forgetConfirmations = (tx: Database, email: string): Promise<void> => forgetHits(tx, boxOf(email))

const boxOf = (email: string) => ({ kind: 'confirmation-box', subject: mailboxKey(email) })
