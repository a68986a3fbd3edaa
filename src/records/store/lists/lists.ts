import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#platform/db/database'
import type { CacheTags } from '#platform/cache/cache-tags'
import { inOrder } from '#platform/long-list'
import { defaultLanguage, type Language } from '#i18n/language'
import type { ListPart } from '#records/api/list-query'
import type { RecordKind } from '#records/kind/record'
import { editedLists } from './edited-lists'
import { idsOf, inParts, type Part } from './parts'
import { listScopes, type Options } from './scopes'
import { asRow, listedRow, type RecordRows, withMoment } from '#records/store/rows'
import { cachedTotals } from './totals'
import type { RecordTranslating } from '#records/store/translation-state'

/** The lists of one kind of record, complete and in pages. */
export function recordLists<K extends RecordKind>(
  recordRows: RecordRows<K>,
  translating: RecordTranslating<K>,
  options: Options,
  untilNext: (db: Database) => Promise<number | null>,
) {
  const { kind, table, columns, summary, visible, toPublic } = recordRows
  const scopes = listScopes(table, options)
  const { order, ofCategory, withCategories } = scopes
  type Stored = z.infer<K['record']>
  type Summary = z.infer<K['summary']>
  const totalOf = cachedTotals(kind.name, untilNext)

  async function list(db: Database, { where, ...asked }: ListPart & { where?: SQL } = {}): Promise<Summary[]> {
    const part = await withCategories(db, asked)
    const scope = and(visible, ofCategory(part), where)
    return listOf(db, await idsOf(db, table, { scope, by: order }, part), scope)
  }

  /** The public summaries of these records. */
  async function listOf(db: Database, ids: readonly number[], scope: SQL | undefined): Promise<Summary[]> {
    const rows = await db
      .select(summary)
      .from(table)
      .where(and(inArray(table.id, [...ids]), scope))
    return inOrder(ids, rows.map(asRow)).map(listedRow).map(withMoment) as Summary[]
  }

  /** The first records that are written in a language, with their contents. */
  async function listWhole(db: Database, language: Language, limit: number): Promise<Stored[]> {
    const isWritten =
      language === defaultLanguage
        ? undefined
        : sql`btrim(coalesce(${table.translations} #>> ${`{${language},title}`}, '')) <> ''`
    const rows = await db
      .select(columns)
      .from(table)
      .where(and(visible, isWritten))
      .orderBy(...order)
      .limit(limit)
    return rows.map(toPublic)
  }

  /** A part of the public list. */
  async function listPart(
    db: Database,
    cacheTags: CacheTags,
    asked: ListPart,
    { isCounted = true } = {},
  ): Promise<Part<Summary>> {
    const part = await withCategories(db, asked)
    const scope = and(visible, ofCategory(part))
    const ids = await idsOf(db, table, { scope, by: order }, part)
    const count = () => db.$count(table, scope)
    const total = isCounted ? await totalOf(db, cacheTags, { part, ids, name: 'visible' }, count) : undefined
    return { rows: await inParts(ids, (some) => listOf(db, some, scope)), total }
  }

  return { list, listWhole, listPart, ...editedLists(recordRows, translating, scopes, totalOf) }
}
