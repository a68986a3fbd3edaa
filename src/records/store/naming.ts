import { eq, sql } from 'drizzle-orm'
import type { Naming } from '#platform/feature'
import type { RecordKind } from '#records/kind/record'
import { asRow, recordRows, type RecordTable } from './rows'

/** The records of one kind for features that index what records refer to. */
export function namingRecords<K extends RecordKind>(kind: K, table: RecordTable): Naming {
  const { valuesOf } = recordRows(kind, table)
  return {
    kind: kind.name,
    versions: sql`select ${table.id}::text, ${table.version} from ${table}`,
    async read(db, id) {
      const [stored] = await db
        .select()
        .from(table)
        .where(eq(table.id, Number(id)))
      if (!stored) return undefined
      const row = asRow(stored)
      const visibility = { published: 'live', draft: 'draft', trashed: 'out' } as const
      return {
        version: row.version,
        title: String(row.title),
        visibility: visibility[row.status],
        values: valuesOf(row),
      }
    },
    fields: (values) => values,
  }
}
