import { eq, getTableColumns, sql } from 'drizzle-orm'
import { conflict, notFound } from '#contract/http-error'
import type { Database } from '#platform/db/database'
import { checkVersion, type Expected } from '#platform/writes/versions'
import { findDraft } from '#records/history/drafts'
import { addRevision, type Origin } from '#records/history/revisions'
import type { RecordKind } from '#records/kind/record'
import type { Saving } from './drafts'
import { asRow, type RecordRows, type Row } from './rows'

/**
 * The versions of one kind's records: a write checks the version it is based on, and adds the next one to the history.
 */
export function recordHistory<K extends RecordKind>({ kind, table, visible, keyOf, valuesOf }: RecordRows<K>) {
  async function lock(tx: Database, id: number, expected: Expected): Promise<Row> {
    const row = await lockAny(tx, id, expected)
    if (row.status === 'trashed') throw conflict('errors.trashed')
    return row
  }

  async function lockAny(tx: Database, id: number, expected: Expected): Promise<Row> {
    const [row] = await tx
      .select({ ...getTableColumns(table), isLive: sql<boolean>`coalesce(${visible}, false)` })
      .from(table)
      .where(eq(table.id, id))
      .for('update')
    if (!row) throw notFound(kind.name)
    const before = { ...asRow(row), draft: await findDraft(tx, keyOf(id)) }
    checkVersion(before.version, expected, before.draft?.version ?? 0)
    return before
  }

  async function remember(tx: Database, stored: unknown, saving: Saving, before?: Row) {
    const row = asRow(stored)
    await addRevision(tx, keyOf(row.id), {
      ...versionOptions(saving),
      values: valuesOf(row),
      before: before && originOf(before),
    })
  }

  /** A record stored before there was a history becomes its first version. */
  const originOf = (before: Row) => (): Origin => ({ values: valuesOf(before), savedAt: before.updatedAt })

  return { lock, lockAny, remember, originOf }
}

export type RecordHistory = ReturnType<typeof recordHistory>

const versionOptions = ({ isAutosave = false, ...saving }: Saving) => ({
  ...saving,
  ...(isAutosave ? { autosave: 'joins' as const } : {}),
})
