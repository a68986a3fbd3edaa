import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { conflict, notFound } from '#contract/http-error'
import { mailState, outbox } from '#platform/mail/table'
import { mail, type Mail, type MailStatus } from './contract'
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

/** Tries a mail again at once, for another day. Throws 404, and 409 for one that was sent. */
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

export async function readMailStatus(db: Database, config: Pick<Config, 'mail'>): Promise<MailStatus> {
  const [last] = await db.select().from(mailState)
  const [counts] = await db
    .select({
      waiting: sql<number>`(count(*) filter (where ${state} = 'waiting'))::int`,
      failed: sql<number>`(count(*) filter (where ${state} = 'failed'))::int`,
    })
    .from(outbox)
  return {
    configured: config.mail !== undefined,
    ok: last?.ok ?? null,
    lastError: last?.lastError ?? null,
    waiting: counts?.waiting ?? 0,
    failed: counts?.failed ?? 0,
  }
}

export const countFailed = (db: Database): Promise<number> => db.$count(outbox, eq(state, 'failed'))
