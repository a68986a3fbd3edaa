import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { mayBeEmail } from '#platform/db/sql'
import { type Actor, emit, type Transaction } from '#platform/events/events'
import { withdraw } from '#platform/mail/outbox'
import type { Person } from '#platform/personal-data'
import { notFound } from '#contract/http-error'
import { emailKey } from '#text/email'
import type { Language } from '#i18n/language'
import type { Invitation } from '#auth/contract'
import { invitations } from '#auth/table'
import { tokenHash } from '#auth/sessions/tokens'

const isOpen = gt(invitations.expiresAt, sql`now()`)
const lifetime = sql`now() + interval '48 hours'`

/** Newest first. */
export async function listInvitations(db: Database): Promise<Invitation[]> {
  const rows = await db.select().from(invitations).where(isOpen).orderBy(desc(invitations.id))
  return rows.map(toInvitation)
}

/** Stores only the hash of `token`. */
export async function addInvitation(
  tx: Database,
  { token, email, language, actor }: { token: string; email: string | null; language: Language; actor: Actor },
): Promise<Invitation> {
  const by = actor.is === 'administrator' ? actor.user : undefined
  const [row] = await tx
    .insert(invitations)
    .values({
      tokenHash: tokenHash(token),
      email,
      language,
      createdById: by?.id ?? null,
      createdByName: by?.username ?? null,
      expiresAt: lifetime,
    })
    .returning()
  return toInvitation(row!)
}

/** Throws 404 for an invitation that is not open any more. */
export async function endInvitation(tx: Database, id: number): Promise<{ id: number }> {
  const [row] = await tx
    .delete(invitations)
    .where(and(eq(invitations.id, id), isOpen))
    .returning({ id: invitations.id })
  if (!row) throw notFound('invitation')
  return row
}

/**
 * Ends the open invitations of a person, and withdraws their mails: whoever has used the person's account without their
 * knowledge must not come back by one.
 */
export async function endInvitationsOf(tx: Transaction, userId: number): Promise<void> {
  const rows = await tx.delete(invitations).where(eq(invitations.createdById, userId)).returning({ id: invitations.id })
  for (const { id } of rows) {
    await withdraw(tx, `invitation:${id}`)
    emit(tx, { kind: 'invitation', action: 'deleted', id })
  }
}

/** The open invitation of a token. */
export async function findInvitation(db: Database, token: string): Promise<{ language: Language | null } | undefined> {
  const [row] = await db
    .select({ language: invitations.language })
    .from(invitations)
    .where(and(eq(invitations.tokenHash, tokenHash(token)), isOpen))
  return row
}

/** Consumes an invitation; resolves to its e-mail address. Of concurrent uses one succeeds; the others throw 404. */
export async function useInvitation(tx: Database, token: string): Promise<{ email: string | null }> {
  const [row] = await tx
    .delete(invitations)
    .where(and(eq(invitations.tokenHash, tokenHash(token)), isOpen))
    .returning({ email: invitations.email })
  if (!row) throw notFound('invitation')
  return row
}

/** Erases the e-mail addresses; the links stay valid. */
export async function forgetInvited(tx: Database, { key }: Person): Promise<void> {
  const { id, email } = invitations
  const rows = await tx.select({ id, email }).from(invitations).where(mayBeEmail(email, key))
  for (const row of rows)
    if (emailKey(row.email ?? '') === key) await tx.update(invitations).set({ email: null }).where(eq(id, row.id))
}

function toInvitation(row: typeof invitations.$inferSelect): Invitation {
  const { tokenHash: _, createdById, createdByName, ...invitation } = row
  const isBySomebody = createdById !== null && createdByName !== null
  return { ...invitation, createdBy: isBySomebody ? { id: createdById, username: createdByName } : null }
}
