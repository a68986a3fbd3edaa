import { existsSync } from 'node:fs'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { type ChecklistItem, countedLeft } from '#platform/feature'
import type { Database } from '#platform/db/database'
import { longestWhole } from '#platform/long-list'
import { readReadable, starterFolder } from '#platform/readable-rows'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { defaultLanguage, languages } from '#i18n/language'
import { namesOf } from './kind/fields'
import type { RecordKind } from './kind/record'
import type { RecordStore } from './store'
import type { RecordTable } from './store/rows'

type ChecklistSource<K extends RecordKind> = { kind: K; store: RecordStore<K>; table: RecordTable }
/** A missing text of a record. */
type MissingText = { id: number; field: string }

/** The checklist entries about the records of a kind. */
export function recordChecklist<K extends RecordKind>({ kind, store, table }: ChecklistSource<K>): ChecklistItem[] {
  const editor = (id: number | undefined, field?: string) =>
    id === undefined ? href(kind.screen) : `${href(kind.screen)}?edit=${id}${field ? `&field=${field}` : ''}`

  /** Published records without a description of their own for search engines. */
  async function listUndescribed(db: Database): Promise<MissingText[]> {
    const [summary] = namesOf(kind.fields, (field) => 'proposed' in field && field.proposed === 'firstSentences')
    const missing: MissingText[] = []
    for (const language of languages) {
      const isLacking =
        language === defaultLanguage ? isMissingOwn(table, summary) : isMissingIn(table, language, summary)
      const found = await db
        .select({ id: sql<number>`${table.id}` })
        .from(table)
        .where(and(eq(table.status, 'published'), isLacking))
        .orderBy(asc(table.id))
      const field =
        language === defaultLanguage ? 'metadata.description' : `translations.${language}.metadata.description`
      missing.push(...found.map(({ id }) => ({ id, field })))
    }
    return missing
  }

  return [
    {
      key: 'translations',
      async left({ db }) {
        const list = await store.listUntranslated(db)
        // A long list is counted without checking whether its entries are still incomplete.
        const count = list.count > longestWhole ? list.count : (await list.whole()).length
        return countedLeft(count, href(adminPaths.translations))
      },
    },
    {
      key: 'descriptions',
      async left({ db }) {
        const missing = await listUndescribed(db)
        return countedLeft(missing.length, editor(missing[0]?.id, missing[0]?.field))
      },
    },
  ]
}

let starter: ReturnType<typeof readReadable> | undefined

/** The rows of a part of the starter content. */
export function starterRows(part: string): readonly Record<string, unknown>[] {
  starter ??= existsSync(starterFolder) ? readReadable(starterFolder) : {}
  return starter[part] ?? []
}

const isEmpty = (text: SQL): SQL => sql`btrim(coalesce(${text}, '')) = ''`

/** A summary serves as the description, and published records always have one. */
function isMissingOwn(table: RecordTable, summary: string | undefined): SQL {
  if (summary !== undefined) return sql`false`
  if (table.metadata) return isEmpty(sql`${table.metadata} ->> 'description'`)
  return sql`${table.content} not like '%"description"%'`
}

/** A language without texts needs no description. */
function isMissingIn({ translations }: RecordTable, language: string, summary: string | undefined): SQL | undefined {
  const textAt = (...path: string[]) => sql`${translations} #>> ${`{${[language, ...path].join(',')}}`}::text[]`
  return and(
    sql`not ${isEmpty(textAt('title'))}`,
    isEmpty(textAt('metadata', 'description')),
    summary === undefined ? undefined : isEmpty(textAt(summary)),
  )
}
