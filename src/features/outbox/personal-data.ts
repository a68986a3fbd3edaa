import { desc, inArray, or, sql } from 'drizzle-orm'
import { emitChanges } from '#platform/events/changes'
import { mayBeEmail } from '#platform/db/may-contain-email'
import type { PersonalData } from '#platform/personal-data'
import { outbox } from '#platform/mail/table'
import { emailKey } from '#text/email'
import { addressIn } from '#text/mailbox'
import { mail } from './contract'
import { mailColumns } from './store'

const { id, to, about } = outbox
const replyTo = sql<string | null>`${outbox.letter}->>'replyTo'`

/** Mails to a person, mails with their address as Reply-To, and mails about their records. */
export const personalData: PersonalData = {
  name: 'mails',
  kind: 'mail',
  shape: mail,
  async find(db, { key, records }) {
    const rows = await db
      .select({ id, to, about, replyTo })
      .from(outbox)
      .where(
        or(
          mayBeEmail(to, key),
          mayBeEmail(replyTo, key),
          records.length > 0 ? inArray(about, [...records]) : undefined,
        ),
      )
    const isTheirs = (mailbox: string | null) => mailbox !== null && emailKey(addressIn(mailbox)) === key
    const theirs = new Set(records)
    return rows
      .filter((row) => isTheirs(row.to) || isTheirs(row.replyTo) || theirs.has(row.about ?? ''))
      .map((row) => row.id)
  },
  async read(db, ids) {
    const rows = await db
      .select(mailColumns)
      .from(outbox)
      .where(inArray(id, [...ids]))
      .orderBy(desc(id))
    return rows.map((row) => mail.parse(row))
  },
  async erase(tx, ids) {
    const rows = await tx
      .delete(outbox)
      .where(inArray(id, [...ids]))
      .returning({ id })
    emitChanges(
      tx,
      rows.map((row) => ({ kind: 'mail', action: 'deleted', id: row.id })),
    )
    return { mails: rows.length }
  },
}
