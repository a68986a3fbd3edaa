import { and, eq, sql } from 'drizzle-orm'
import { defaultLanguage } from '#i18n/language'
import type { Database } from '#platform/db/database'
import type { ImportPorts } from '../ports'
import { type ImportRow } from '../store'
import { importItems } from '../table'
import { folderOf, recordTypes } from '../format'

/**
 * Finds the records of this site in an export of its own, by their folders: the import leaves them as they are. Returns
 * how many there are, without those in the trash, which it takes out of it.
 */
export async function findOwnRecords(
  db: Database,
  row: ImportRow,
  { records }: Pick<ImportPorts, 'records'>,
): Promise<number> {
  let count = 0
  for (const type of recordTypes) {
    const { table } = records[type]
    const found = await db
      .update(importItems)
      .set({ recordId: sql`${table.id}`, slug: sql`${table.slug}` })
      .from(table)
      .where(
        and(
          eq(importItems.importId, row.id),
          eq(importItems.type, type),
          eq(importItems.language, defaultLanguage),
          sql`${importItems.key} = ${`${folderOf(type)}/`} || ${table.slug} || '/index'`,
        ),
      )
      .returning({ status: table.status })
    count += found.filter(({ status }) => status !== 'trashed').length
  }
  return count
}
