import { and, desc, eq, getTableColumns, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { WriteEvent } from '#platform/events/events'
import { conflict, invalid, notFound } from '#contract/http-error'
import { recordRevisions } from '#records/table'
import { normalSpelling } from '#text/urls'
import { forgetRedirected } from './lookup'
import { collapsed, ownTarget, pathOf } from './paths'
import type { Redirect, RedirectInput } from './contract'
import { missingPaths, redirects } from './table'

const { recordKind: _, recordId: __, ...publicColumns } = getTableColumns(redirects)
const { from, to, kind, recordKind, recordId } = redirects
const leadsOn = ne(from, to)

/** Newest first. */
export async function listRedirects(db: Database): Promise<Redirect[]> {
  return db.select(publicColumns).from(redirects).where(leadsOn).orderBy(desc(redirects.id))
}

/**
 * `origin` is the site's own, `isPage` whether there is a page at `from`. Throws 409 for a path that is taken, 422 for
 * a loop and for a page.
 */
export async function addRedirect(
  tx: Database,
  input: RedirectInput,
  { origin, isPage }: { origin: string; isPage: boolean },
): Promise<Redirect> {
  if (isPage) throw invalid([{ path: 'from', message: 'validation.pageThere' }])
  await lockAll(tx)
  const target = await endOf(tx, ownTarget(input.to, origin))
  if (pathOf(target) === input.from) throw invalid([{ path: 'to', message: 'validation.loop' }])
  const fresh = { to: target, kind: 'manual' as const, recordKind: null, recordId: null, hits: 0, lastHitAt: null }
  const [row] = await tx
    .insert(redirects)
    .values({ from: input.from, ...fresh })
    .onConflictDoUpdate({ target: from, set: fresh, setWhere: eq(from, to) })
    .returning(publicColumns)
  if (!row) throw conflict('errors.redirectTaken', [{ path: 'from', message: 'errors.redirectTaken' }])
  await leadOn(tx, input.from, target)
  await forgetRedirected(tx)
  return row
}

/** Resolves to its source. Throws 404. */
export async function deleteRedirect(tx: Database, id: number): Promise<{ id: number; from: string }> {
  const [row] = await tx
    .delete(redirects)
    .where(and(eq(redirects.id, id), leadsOn))
    .returning({ id: redirects.id, from })
  if (!row) throw notFound('redirect')
  return row
}

/** Keeps the old paths of records working: part of every write that publishes, moves or removes a record. */
export async function updateRedirects(tx: Database, event: WriteEvent): Promise<void> {
  const owner = { recordKind: event.kind, recordId: String(event.id) }
  if (event.action === 'deleted') await tx.delete(redirects).where(isOf(owner))
  for (const move of movesOf(event)) if (!isStill(move)) await followMove(tx, owner, move)
}

/** The old and the new path of a record; equal if it only appeared or disappeared. */
type Move = { from: string; to: string; wasLive: boolean; isLive: boolean }

function movesOf({ before, after }: WriteEvent): Move[] {
  if (!after) return []
  const paths = new Map(after.paths.map((path, index) => [before?.paths[index] ?? path, path]))
  const [wasLive, isLive] = [before?.status === 'published', after.status === 'published']
  return [...paths].map(([path, now]) => ({ from: path, to: now, wasLive, isLive }))
}

/** Deletes redirects to records that were permanently deleted by the job that empties the trash. */
export async function sweepRedirects(tx: Database): Promise<void> {
  const versions = sql`select 1 from ${recordRevisions} where ${recordRevisions.kind} = ${recordKind} and ${recordRevisions.recordId} = ${recordId}`
  await tx.delete(redirects).where(and(eq(kind, 'automatic'), sql`not exists (${versions})`))
  await respellPaths(tx)
}

/** Earlier releases stored paths as they were typed, of which only one spelling was found. */
async function respellPaths(tx: Database): Promise<void> {
  const escaped = await tx
    .select({ id: redirects.id, from })
    .from(redirects)
    .where(sql`position('%' in ${from}) > 0`)
  for (const row of escaped) {
    const path = normalSpelling(row.from)
    if (path === row.from) continue
    const isThere = (await tx.$count(redirects, eq(from, path))) > 0
    if (isThere) await tx.delete(redirects).where(eq(redirects.id, row.id))
    else await tx.update(redirects).set({ from: path }).where(eq(redirects.id, row.id))
  }
}

/** Public at the same path before and after: no redirect changes. */
const isStill = ({ from: before, to: after, wasLive, isLive }: Move) => before === after && wasLive && isLive

type Owner = { recordKind: string; recordId: string }

async function followMove(
  tx: Database,
  owner: Owner,
  { from: before, to: after, wasLive, isLive }: Move,
): Promise<void> {
  const hasMoved = before !== after
  if (hasMoved) await lockAll(tx)
  if (wasLive ? hasMoved || !isLive : hasMoved && (await hasBeenLive(tx, owner))) {
    const row = { to: after, kind: 'automatic' as const, ...owner }
    await tx
      .insert(redirects)
      .values({ from: before, ...row })
      .onConflictDoUpdate({ target: from, set: row })
  }
  if (hasMoved) {
    await leadOn(tx, before, after)
    await tx.delete(redirects).where(and(eq(kind, 'manual'), eq(from, to)))
  }
  // A public record takes precedence over a redirect at its path.
  if (isLive) {
    await tx.delete(redirects).where(eq(from, after))
    await tx.delete(missingPaths).where(eq(missingPaths.path, after))
  }
}

async function hasBeenLive(tx: Database, owner: Owner): Promise<boolean> {
  return (await tx.$count(redirects, isOf(owner))) > 0
}

const isOf = (owner: Owner): SQL | undefined => and(eq(recordKind, owner.recordKind), eq(recordId, owner.recordId))

/** Shortens chains: redirects to `path` now lead to `end` directly. */
async function leadOn(tx: Database, path: string, end: string): Promise<void> {
  const rows = await tx
    .select({ id: redirects.id, to })
    .from(redirects)
    .where(and(ne(from, path), or(eq(to, path), sql`starts_with(${to}, ${path})`, eq(to, path.slice(0, -1)))))
  for (const row of rows) {
    if (pathOf(row.to) === path)
      await tx
        .update(redirects)
        .set({ to: collapsed(row.to, end) })
        .where(eq(redirects.id, row.id))
  }
}

/** The end of a chain of redirects. Stored ones are no chains. */
async function endOf(tx: Database, target: string): Promise<string> {
  const path = pathOf(target)
  const [row] =
    path === undefined
      ? []
      : await tx
          .select({ to })
          .from(redirects)
          .where(and(eq(from, path), leadsOn))
  return row ? collapsed(target, row.to) : target
}

/** Serialized, because two concurrent ones could form a chain or a loop. */
const lockAll = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('redirects', 0))`)
