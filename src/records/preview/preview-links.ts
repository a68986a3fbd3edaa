import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { tokenHash } from '#auth/sessions/tokens'
import type { Database } from '#platform/db/database'
import type { Unpublished } from '#platform/feature'
import { notFound } from '#contract/http-error'
import type { Language } from '#i18n/language'
import { previews } from '#records/table'

export type StoredPreview = Unpublished & { language: Language }

/** Stores the content of a page for seven days. */
export async function savePreview(tx: Database, token: string, preview: StoredPreview): Promise<{ expiresAt: string }> {
  const expiresAt = sql`now() + interval '7 days'`
  const [row] = await tx
    .insert(previews)
    .values({ id: tokenHash(token), ...preview, expiresAt })
    .onConflictDoUpdate({ target: previews.id, set: { ...preview, expiresAt } })
    .returning({ expiresAt: previews.expiresAt })
  return row!
}

/** undefined for an invalid token, and for an expired one. */
export async function findPreview(db: Database, token: string): Promise<StoredPreview | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const { path, address, answer, language } = previews
  const [row] = await db
    .select({ path, address, answer, language })
    .from(previews)
    .where(and(eq(previews.id, tokenHash(token)), gt(previews.expiresAt, sql`now()`)))
  return row
}

/** Throws 404 unless the link in a path still opens a preview. */
export async function requirePreview(db: Database, { token = '' }: Readonly<Record<string, string>>): Promise<void> {
  if (!(await findPreview(db, token))) throw notFound('preview')
}

/** Throws 404. */
export async function deletePreview(tx: Database, token: string): Promise<void> {
  if (!tokenPattern.test(token)) throw notFound('preview')
  const rows = await tx
    .delete(previews)
    .where(and(eq(previews.id, tokenHash(token)), gt(previews.expiresAt, sql`now()`)))
    .returning({ id: previews.id })
  if (rows.length === 0) throw notFound('preview')
}

/** Deletes expired previews. */
export async function sweepPreviews(tx: Database): Promise<void> {
  await tx.delete(previews).where(lt(previews.expiresAt, sql`now()`))
}

const tokenPattern = /^[\w-]{43}$/
