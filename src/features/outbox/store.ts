import { and, desc, eq, lt, ne, sql, inArray, or } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { conflict, notFound } from '#contract/http-error'
import { outbox } from '#platform/mail/table'
import { mail, type Mail, type OutboxQuery } from './contract'
import { changesTo, emitChanges } from '#platform/events/changes'
import { mayBeEmail } from '#platform/db/sql'
import type { PersonalData } from '#platform/personal-data'
import { emailKey } from '#text/email'
import { addressIn } from '#text/mailbox'

const { id, kind, to, subject, state, attempts, messageId, lastError, createdAt, nextAttemptAt, sentAt } = outbox
export const mailColumns = {
  id,
  kind,
  to,
  subject,
  state,
  attempts,
  messageId,
  lastError,
  createdAt,
  nextAttemptAt,
  sentAt,
}

/** Newest first. */
export async function listMails(db: Database, { state: wanted, limit, before }: OutboxQuery): Promise<Mail[]> {
  const rows = await db
    .select(mailColumns)
    .from(outbox)
    .where(and(wanted === undefined ? undefined : eq(state, wanted), before === undefined ? undefined : lt(id, before)))
    .orderBy(desc(id))
    .limit(limit)
  return rows.map((row) => mail.parse(row))
}

/** Retries a mail at once, and for another day. Throws 404, and 409 if it was sent. */
export async function retryMail(tx: Database, wanted: number): Promise<Mail> {
  const [row] = await tx
    .update(outbox)
    .set({ state: 'waiting', trySince: sql`now()`, nextAttemptAt: sql`now()` })
    .where(and(eq(id, wanted), ne(state, 'sent')))
    .returning(mailColumns)
  if (row) return mail.parse(row)
  const [sent] = await tx.select({ id }).from(outbox).where(eq(id, wanted))
  throw sent ? conflict('errors.mailSent') : notFound('mail')
}

export const countFailed = (db: Database): Promise<number> => db.$count(outbox, eq(state, 'failed'))

const replyTo = sql<string | null>`${outbox.letter}->>'replyTo'`

/** Mails to a person, mails with their address as Reply-To, and mails about their records. */
export const personalData: PersonalData = {
  name: 'mails',
  kind: 'mail',
  shape: mail,
  async find(db, { key, records }) {
    const rows = await db
      .select({ id, to, about: outbox.about, replyTo })
      .from(outbox)
      .where(
        or(
          mayBeEmail(to, key),
          mayBeEmail(replyTo, key),
          records.length > 0 ? inArray(outbox.about, [...records]) : undefined,
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
    emitChanges(tx, changesTo('mail', 'deleted', rows))
    return { mails: rows.length }
  },
}
