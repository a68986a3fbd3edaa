import { and, eq, inArray, sql } from 'drizzle-orm'
import { href } from '#i18n/addresses/href'
import type { Database } from '#platform/db/database'
import type { ImportPorts } from '../ports'
import { type ImportItem, type ImportRow } from '../store'
import { importItems } from '../table'
import { oldKey } from './old-addresses'
import { type RecordType, recordTypes } from '../format'

/** The English path of the record; pages adapt links to the reader's language. */
export const pathOf = ({ records }: Pick<ImportPorts, 'records'>, { type, slug }: Pick<ImportItem, 'type' | 'slug'>) =>
  href(records[type as RecordType].kind.page, { slug: slug ?? '' })

/** The paths of its records, and the URLs of its pictures in the library. */
export async function loadImportTargets(db: Database, row: ImportRow, ports: Pick<ImportPorts, 'records'>) {
  const items = await db
    .select({
      type: importItems.type,
      key: importItems.key,
      language: importItems.language,
      slug: importItems.slug,
      state: importItems.state,
      address: sql<string | null>`${importItems.payload}->>'address'`,
      paths: sql<string[] | null>`${importItems.payload}->'paths'`,
    })
    .from(importItems)
    .where(and(eq(importItems.importId, row.id), inArray(importItems.type, ['media', ...recordTypes])))
    .orderBy(importItems.id)
  /** By the keys of old URLs. */
  const records = new Map<string, string>()
  const pictures = new Map<string, string>()
  /** Pictures that could not be imported. */
  const missing = new Set<string>()
  /** Paths of records by the languages and keys of their items. */
  const byKey = new Map<string, string>()
  for (const item of items) {
    if (item.type === 'media') {
      const key = oldKey(row, item.address ?? '')
      if (key === undefined) continue
      if (item.slug !== null && item.state !== 'failed') pictures.set(key, item.slug)
      else missing.add(key)
    } else if (item.slug && item.state !== 'failed') {
      for (const key of [item.key, targetKey(item)]) if (!byKey.has(key)) byKey.set(key, pathOf(ports, item))
      for (const path of item.paths ?? []) {
        const key = oldKey(row, path)
        if (key !== undefined && !records.has(key)) records.set(key, pathOf(ports, item))
      }
    }
  }
  return { records, pictures, missing, byKey }
}

/** Identifies the text of a record in a language. */
export const targetKey = ({ key = '', language = '' }: { key?: string; language?: string }): string =>
  `${language}\n${key}`
export type ImportTargets = Awaited<ReturnType<typeof loadImportTargets>>
