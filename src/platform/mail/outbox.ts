import { and, eq, ne } from 'drizzle-orm'
import { tellChanges } from '#platform/events/changes'
import type { Config } from '#platform/config'
import type { Transaction } from '#platform/events/events'
import { type Letter, outbox } from './table'

export type NewMail = { kind: string; to: readonly string[]; letter: Letter; about?: string }

/**
 * Puts a mail into the outbox, a row for each recipient, inside the transaction of what it tells of: it is sent when
 * that is committed, and never otherwise. Resolves to the rows.
 */
export async function post(
  tx: Transaction,
  { siteUrl }: Pick<Config, 'siteUrl'>,
  { kind, to, letter, about }: NewMail,
): Promise<{ id: number; messageId: string }[]> {
  const host = new URL(siteUrl ?? 'http://localhost').hostname
  const rows = await tx
    .insert(outbox)
    .values(
      to.map((recipient) => ({
        kind,
        to: recipient,
        letter,
        subject: letter.subject,
        messageId: `<${crypto.randomUUID()}@${host}>`,
        about: about ?? null,
      })),
    )
    .returning({ id: outbox.id, messageId: outbox.messageId })
  tellChanges(
    tx,
    rows.map(({ id }) => ({ kind: 'mail', action: 'created', id })),
  )
  return rows
}

/** Takes back what tells of a record and has not been sent. */
export async function withdraw(tx: Transaction, about: string): Promise<void> {
  const rows = await tx
    .delete(outbox)
    .where(and(eq(outbox.about, about), ne(outbox.state, 'sent')))
    .returning({ id: outbox.id })
  tellChanges(
    tx,
    rows.map(({ id }) => ({ kind: 'mail', action: 'deleted', id })),
  )
}
