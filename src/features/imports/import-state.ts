import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Language } from '#i18n/language'
import { isMessageId, translate } from '#i18n/translate'
import type { Database } from '#platform/db/database'
import type { Import, ImportCounts } from './contract'
import { type ImportRow, wantedTypes } from './store'
import { importItems, type Remark } from './table'
import { type ImportItemType, recordTypes } from './format'

const mostListed = 1000

export async function toImport(db: Database, row: ImportRow, language: Language): Promise<Import> {
  const wanted = wantedTypes(row.run)
  const counted = await db
    .select({ type: importItems.type, state: importItems.state, count: sql<number>`count(*)::int` })
    .from(importItems)
    .where(and(eq(importItems.importId, row.id), inArray(importItems.type, wanted)))
    .groupBy(importItems.type, importItems.state)
  const failed = await db
    .select({ title: importItems.title, why: importItems.why })
    .from(importItems)
    .where(and(eq(importItems.importId, row.id), eq(importItems.state, 'failed'), inArray(importItems.type, wanted)))
    .orderBy(asc(importItems.id))
    .limit(mostListed)
  const sum = (fits: (row: (typeof counted)[number]) => boolean) =>
    counted.filter(fits).reduce((all, { count }) => all + count, 0)
  const { id, kind, state, found, skipped } = row
  return {
    id,
    kind,
    state,
    done: sum((one) => one.state !== 'waiting'),
    total: sum(() => true),
    found,
    created: toCounts(counted.filter((one) => one.state === 'made')),
    there: await countThere(db, row),
    skipped: translateRemarks(skipped, language),
    failed: translateRemarks(
      failed.map(({ title, why }) => ({ title, why: why ?? 'other' })),
      language,
    ),
    failedMedia: sum(({ type, state: of }) => type === 'media' && of === 'failed'),
  }
}

export function toCounts(counted: readonly { type: ImportItemType; count: number }[]): ImportCounts {
  const of = (...types: ImportItemType[]) =>
    counted.reduce((sum, { type, count }) => sum + (types.includes(type) ? count : 0), 0)
  return {
    posts: of(...recordTypes.filter((type) => type !== 'page')),
    pages: of('page'),
    media: of('media'),
    redirects: of('redirect'),
  }
}

/** The records that were on the site before; those that got a translation have a version. */
async function countThere(db: Database, { id }: ImportRow): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(distinct (${importItems.type}, ${importItems.recordId}))::int` })
    .from(importItems)
    .where(
      and(
        eq(importItems.importId, id),
        inArray(importItems.type, recordTypes),
        eq(importItems.state, 'there'),
        isNull(importItems.version),
      ),
    )
  return found?.count ?? 0
}

/** Translates remarks; an unknown message id is shown unchanged. */
export const translateRemarks = (remarks: readonly Remark[], language: Language): { title: string; why: string }[] =>
  remarks.map(({ title, why, values }) => {
    const id = [`import.why.${why}`, why].find(isMessageId)
    return { title, why: id && isMessageId(id) ? translate(language, id, values) : why }
  })
