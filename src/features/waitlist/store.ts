import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { collecting, type Transaction } from '#platform/events/events'
import { emitChanges } from '#platform/events/changes'
import type { DayCounts } from '#contract/day-counts'
import type { Config } from '#platform/config'
import { countByDay, allIds } from '#platform/db/sql'
import type { Database } from '#platform/db/database'
import { conflict, notFound } from '#contract/http-error'
import type { Language } from '#i18n/language'
import { type Listed, listed } from '#platform/long-list'
import { withdraw } from '#platform/mail/outbox'
import { readSignUp } from '#platform/owner/settings'
import { emailKey } from '#text/email'
import { queryForms, emailForms } from '#text/email-forms'
import { folded } from '#text/fold'
import type { Services } from '#platform/services'
import { countSubmission } from '#platform/writes/throttle'
import { countConfirmation, forgetConfirmations, type Addressee, mailConfirmation, nameOf } from './mails'
import type { SignUp, Subscriber } from './contract'
import { waitlistSubscribers } from './table'

const { id, email, submittedAt, state, news, language, spam, askedAt } = waitlistSubscribers
const columns = { id, email, submittedAt, state, news, language }

/** The batch size of a list: rows are small. */
const atOnce = 500

/** Ordered by sign-up; with `q` only those whose address contains it. */
export async function listSubscribers(db: Database, { q = '' }: { q?: string } = {}): Promise<Listed<Subscriber>> {
  const wanted = queryForms(q.trim()).map(folded)
  const all = db.select({ id }).from(waitlistSubscribers).where(eq(spam, false)).orderBy(asc(id)).$dynamic()
  return listed(
    await allIds(db, all),
    async (ids) => {
      const rows = await db
        .select(columns)
        .from(waitlistSubscribers)
        .where(and(inArray(id, [...ids]), eq(spam, false)))
        .orderBy(asc(id))
      return rows.filter((row) => wanted.some((form) => folded(row.email).includes(form)))
    },
    atOnce,
  )
}

/** All sign-ups but spam, by day. */
export const countSignUps = ({ db, config }: Pick<Services, 'db' | 'config'>): Promise<DayCounts> =>
  countByDay(db, config, { table: waitlistSubscribers, at: submittedAt, where: eq(spam, false) })

/** The result of a sign-up; `change` is null when nothing is to be published as an event. */
export type Joined = { id: number; change: 'created' | 'updated' | null }

/**
 * Null for spam (the honeypot is filled), which is stored apart. Every sign-up does the same writes, so that neither
 * the response nor its timing reveals the result. A sign-up for the newsletter asks for news. Throws 429, and 409 where
 * there is no sign-up.
 */
export async function joinWaitlist(
  { config, db }: { config: Config; db: Transaction },
  { email: typed, news: isTicked, website }: SignUp,
  { address, language: spoken }: { address: string; language: Language },
): Promise<Joined | null> {
  await countSubmission({ config, db }, address)
  const mode = await readSignUp(db)
  if (mode === 'off') throw conflict('errors.signUpOff')
  const wantsNews = isTicked || mode === 'news'
  const isSpam = Boolean(website)
  const row = await enter(db, config, { email: typed, news: wantsNews, language: spoken }, isSpam)
  const isWanted = !isSpam && (row.state !== 'confirmed' || (wantsNews && !row.news))
  let isNewlyInvited = false
  if (config.mail) {
    const addressee = {
      id: row.id,
      email: row.email,
      language: spoken,
      news: wantsNews,
      alsoNews: mode === 'waitlist' && wantsNews,
    }
    const isInvited = await writeOrPretend(db, config, addressee, isWanted)
    isNewlyInvited = isInvited && row.state === 'unasked'
    await db
      .update(waitlistSubscribers)
      .set({
        state: isNewlyInvited ? 'pending' : row.state,
        askedAt: isInvited ? sql`now()` : sql`${askedAt}`,
      })
      .where(eq(id, row.id))
  }
  if (isSpam) return null
  return { id: row.id, change: row.isNew ? 'created' : isNewlyInvited ? 'updated' : null }
}

/** Throws 404. Deletes pending mails to the person. */
export async function deleteSubscriber(tx: Transaction, wanted: number): Promise<{ id: number }> {
  const [row] = await tx
    .delete(waitlistSubscribers)
    .where(and(eq(id, wanted), eq(spam, false)))
    .returning({ id, email })
  if (!row) throw notFound('subscriber')
  await withdraw(tx, nameOf(wanted))
  await forgetConfirmations(tx, row.email)
  return { id: row.id }
}

/** Inserts or finds the row of an address, and locks it until the end of the transaction. */
async function enter(
  db: Database,
  config: Config,
  given: { email: string; news: boolean; language: Language },
  isSpam: boolean,
) {
  const key = isSpam ? null : emailKey(given.email)
  if (key !== null) await renewKey(db, given.email)
  const [row] = await db
    .insert(waitlistSubscribers)
    .values({ ...given, spam: isSpam, emailKey: key, state: config.mail && !isSpam ? 'pending' : 'unasked' })
    .onConflictDoUpdate({ target: waitlistSubscribers.emailKey, set: { emailKey: key } })
    .returning({
      id,
      email,
      state,
      news,
      isNew: sql<boolean>`xmax = 0`,
    })
  if (!row) throw new Error('A sign-up has left no row')
  return row
}

/**
 * Writes and counts the mail, and rolls both back when it is not wanted or rate-limited, so that the response time is
 * the same either way. Resolves to whether it is written.
 */
async function writeOrPretend(tx: Transaction, config: Config, to: Addressee, isWanted: boolean): Promise<boolean> {
  try {
    const { changes } = await tx.transaction(async (inner) => {
      const savepoint = collecting(inner)
      const isInTime = await countConfirmation(savepoint, config, to.email)
      await mailConfirmation(savepoint, config, to)
      if (!isWanted || !isInTime) throw new Pretended()
      return savepoint.pending
    })
    emitChanges(tx, changes)
    return true
  } catch (error) {
    if (!(error instanceof Pretended)) throw error
    return false
  }
}

class Pretended extends Error {}

/** Gives the row of an address whose key an earlier release has stored with a domain in Unicode the key of today. */
async function renewKey(db: Database, address: string): Promise<void> {
  const [key = '', ...others] = emailForms(address)
  for (const other of others)
    await db
      .update(waitlistSubscribers)
      .set({ emailKey: key })
      .where(and(eq(storedKey, other), sql`not exists (select from waitlist_subscribers where email_key = ${key})`))
}

/**
 * The same for all rows of an earlier release or archive. Where both spellings have signed up, one row is left: that of the
 * confirmed one, else the unsubscribed one, else the older one.
 */
export async function renewKeys(tx: Database): Promise<void> {
  const rows = await tx
    .select({ id, email, storedKey, state })
    .from(waitlistSubscribers)
    .where(sql`octet_length(${storedKey}) <> char_length(${storedKey})`)
  for (const row of rows) {
    const key = emailKey(row.email)
    if (key === row.storedKey) continue
    const [other] = await tx.select({ id, state }).from(waitlistSubscribers).where(eq(storedKey, key)).for('update')
    const isKept = !other || rank(row) > rank(other) || (rank(row) === rank(other) && row.id < other.id)
    if (other) await tx.delete(waitlistSubscribers).where(eq(id, isKept ? other.id : row.id))
    if (isKept) await tx.update(waitlistSubscribers).set({ emailKey: key }).where(eq(id, row.id))
  }
}

const storedKey = waitlistSubscribers.emailKey
const rank = ({ state: of }: { state: string }) => ['unsubscribed', 'confirmed'].indexOf(of)
