import { and, eq, ne } from 'drizzle-orm'
import { emitChanges } from '#platform/events/changes'
import type { Config } from '#platform/config'
import type { Transaction } from '#platform/events/events'
import { type MailContent, outbox } from './table'

type NewMail = { kind: string; to: readonly string[]; letter: MailContent; about?: string }

/**
 * Adds a mail to the outbox, a row per recipient, inside the transaction of the change that it reports: it is sent only
 * if that commits. Resolves to the rows.
 */
export async function post(
  tx: Transaction,
  { siteUrl }: Pick<Config, 'siteUrl'>,
  { kind, to, letter, about }: NewMail,
): Promise<{ id: number; messageId: string }[]> {
  const rows = await postEach(
    tx,
    { siteUrl },
    to.map((recipient) => ({ kind, to: recipient, letter, about })),
  )
  emitChanges(
    tx,
    rows.map(({ id }) => ({ kind: 'mail', action: 'created', id })),
  )
  return rows
}

type NewRow = { kind: string; to: string; letter: MailContent; about?: string }

/** The same for many different mails, in their order; notifying open windows is left to the caller. */
export async function postEach(
  tx: Transaction,
  { siteUrl }: Pick<Config, 'siteUrl'>,
  mails: readonly NewRow[],
): Promise<{ id: number; messageId: string }[]> {
  if (mails.length === 0) return []
  const host = new URL(siteUrl ?? 'http://localhost').hostname
  const values = mails.map(({ about, ...mail }) => ({
    ...mail,
    subject: mail.letter.subject,
    messageId: `<${crypto.randomUUID()}@${host}>`,
    about: about ?? null,
  }))
  const rows = await tx.insert(outbox).values(values).returning({ id: outbox.id, messageId: outbox.messageId })
  const ids = new Map(rows.map(({ id, messageId }) => [messageId, id]))
  return values.map(({ messageId }) => ({ id: ids.get(messageId)!, messageId }))
}

/** Deletes the unsent mails about a record. */
export async function withdraw(tx: Transaction, about: string): Promise<void> {
  const rows = await tx
    .delete(outbox)
    .where(and(eq(outbox.about, about), ne(outbox.state, 'sent')))
    .returning({ id: outbox.id })
  emitChanges(
    tx,
    rows.map(({ id }) => ({ kind: 'mail', action: 'deleted', id })),
  )
}
