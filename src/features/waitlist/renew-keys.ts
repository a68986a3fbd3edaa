import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { emailKey } from '#text/email'
import { emailForms } from '#text/email-forms'
import { waitlistSubscribers } from './table'

const { id, email, emailKey: stored, state } = waitlistSubscribers

/** Gives the row of an address whose key an earlier release has stored with a domain in Unicode the key of today. */
export async function renewKey(db: Database, address: string): Promise<void> {
  const [key = '', ...others] = emailForms(address)
  for (const other of others)
    await db
      .update(waitlistSubscribers)
      .set({ emailKey: key })
      .where(and(eq(stored, other), sql`not exists (select from waitlist_subscribers where email_key = ${key})`))
}

/**
 * The same for all rows of an earlier release or archive. Where both spellings have signed up, one row is left: that of the
 * confirmed one, else the unsubscribed one, else the older one.
 */
export async function renewKeys(tx: Database): Promise<void> {
  const rows = await tx
    .select({ id, email, stored, state })
    .from(waitlistSubscribers)
    .where(sql`octet_length(${stored}) <> char_length(${stored})`)
  for (const row of rows) {
    const key = emailKey(row.email)
    if (key === row.stored) continue
    const [other] = await tx.select({ id, state }).from(waitlistSubscribers).where(eq(stored, key)).for('update')
    const isKept = !other || rank(row) > rank(other) || (rank(row) === rank(other) && row.id < other.id)
    if (other) await tx.delete(waitlistSubscribers).where(eq(id, isKept ? other.id : row.id))
    if (isKept) await tx.update(waitlistSubscribers).set({ emailKey: key }).where(eq(id, row.id))
  }
}

const rank = ({ state: of }: { state: string }) => ['unsubscribed', 'confirmed'].indexOf(of)
