import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { mailboxKey } from '#text/email'
import { forgetHits, isWithinLimits } from '#platform/writes/throttle'

/** However many tagged addresses a mailbox has (`ada+1@…`, `ada+2@…`), it gets one mail at a time. */
const boxLimits = [{ hits: 1, seconds: 10 * 60 }]

/** The limit of the whole site, because anybody can enter anybody's address in the form. */
const siteLimits = [{ hits: 100, seconds: 3600 }]

/**
 * Counts a confirmation mail; false when it exceeds the rate limit. The sign-up is stored anyway, and a later sign-up
 * of the same address sends the mail.
 */
export async function countConfirmation(tx: Database, config: Config, email: string): Promise<boolean> {
  const isBoxFree = await isWithinLimits(tx, { ...boxOf(email), limits: boxLimits })
  const isSiteFree =
    !config.throttle || (await isWithinLimits(tx, { kind: 'confirmation-site', subject: '', limits: siteLimits }))
  return isBoxFree && isSiteFree
}

/** Resets the mailbox's rate limit, for an erased subscriber. */
export const forgetConfirmations = (tx: Database, email: string): Promise<void> => forgetHits(tx, boxOf(email))

const boxOf = (email: string) => ({ kind: 'confirmation-box', subject: mailboxKey(email) })
