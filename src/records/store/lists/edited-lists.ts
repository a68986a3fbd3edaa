import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { CacheTags } from '#platform/cache/cache-tags'
import { searchWords } from '#platform/db/contains-words'
import type { Database } from '#platform/db/database'
import { inOrder } from '#platform/long-list'
import type { EditedPart } from '#records/api/list-query'
import { draftsOf } from '#records/history/drafts'
import type { RecordKind, StatusFilter } from '#records/kind/record'
import { idsOf, inParts, type Part } from './parts'
import type { ListScopes } from './scopes'
import { asRow, listedRow, type RecordRows } from '#records/store/rows'
import { recordsContaining } from './text-filter'
import type { cachedTotals } from './totals'
import type { RecordTranslating } from '#records/store/translation-state'

/** The lists of one kind of record for editors, by status. */
export function editedLists<K extends RecordKind>(
  rows: RecordRows<K>,
  { translationsOf }: RecordTranslating<K>,
  { scopeOf, narrowed, orderOf, withCategories }: ListScopes,
  totalOf: ReturnType<typeof cachedTotals>,
) {
  const { kind, table, summary } = rows
  type EditedSummary = z.infer<K['editedSummary']>
  const partHolding = recordsContaining(rows, { narrowed, orderOf })

  const editedIdsOf = (db: Database, filter: StatusFilter, part: EditedPart) =>
    idsOf(db, table, { scope: scopeOf(filter, part), by: orderOf(part) }, part)

  async function listEdited(db: Database, filter: StatusFilter, asked: EditedPart = {}): Promise<EditedSummary[]> {
    const part = await withCategories(db, asked)
    const words = searchWords(part.q ?? '')
    const ids =
      words.length > 0 ? (await partHolding(db, words, filter, part)).ids : await editedIdsOf(db, filter, part)
    return listEditedOf(db, ids)
  }

  async function listEditedOf(db: Database, ids: readonly number[]): Promise<EditedSummary[]> {
    const stored = await db
      .select({ ...summary, trashedFrom: table.trashedFrom, translation: table.translation })
      .from(table)
      .where(inArray(table.id, [...ids]))
    const found = inOrder(ids, stored.map(asRow)).map(listedRow)
    const drafts = await draftsOf(db, kind.name, ids.map(String))
    const translations = await translationsOf(db, found)
    return found.map(({ trashedFrom, ...row }) => ({
      ...row,
      draft: drafts.get(String(row.id)) ?? null,
      translation: translations.get(row.id),
      ...(row.status === 'trashed' ? { trashedFrom } : {}),
    })) as unknown as EditedSummary[]
  }

  async function listEditedPart(
    db: Database,
    cacheTags: CacheTags,
    filter: StatusFilter,
    part: EditedPart,
  ): Promise<Part<EditedSummary>> {
    const { ids, total } = await editedIds(db, cacheTags, filter, await withCategories(db, part))
    return { rows: await inParts(ids, (some) => listEditedOf(db, some)), total }
  }

  /** Words are searched in a separate table. */
  async function editedIds(db: Database, cacheTags: CacheTags, filter: StatusFilter, part: EditedPart) {
    const words = searchWords(part.q ?? '')
    if (words.length > 0) return partHolding(db, words, filter, part)
    const ids = await editedIdsOf(db, filter, part)
    return {
      ids,
      total: await totalOf(db, cacheTags, { part, ids, name: filter }, () => db.$count(table, scopeOf(filter, part))),
    }
  }

  return { listEdited, listEditedPart }
}
