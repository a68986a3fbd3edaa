import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { conflict, notFound } from '#contract/http-error'
import { outbox } from '#platform/mail/table'
import { mail, type Mail } from './contract'
import type { OutboxQuery } from './list-query'

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
