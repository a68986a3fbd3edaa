import { asc, eq, sql } from 'drizzle-orm'
import type { NamedRecord, Naming } from '#platform/feature'
import type { RecordKind } from '#records/kind/record'
import { asRow, recordRows, type RecordTable, type Row } from './rows'

const visibility = { published: 'live', draft: 'draft', trashed: 'out' } as const

/** The records of one kind for features that index what records refer to. */
export function namingRecords<K extends RecordKind>(kind: K, table: RecordTable): Naming {
  const { valuesOf } = recordRows(kind, table)
  const toNamed = (row: Row): NamedRecord => ({
    version: row.version,
    title: String(row.title),
    visibility: visibility[row.status],
    values: valuesOf(row),
  })
  return {
    kind: kind.name,
    versions: sql`select ${table.id}::text, ${table.version} from ${table}`,
    async read(db, id) {
      const [stored] = await db
        .select()
        .from(table)
        .where(eq(table.id, Number(id)))
      return stored && toNamed(asRow(stored))
    },
    async listLive(db, limit) {
      const rows = await db
        .select()
        .from(table)
        .where(eq(table.status, 'published'))
        .orderBy(asc(table.id))
        .limit(limit)
      return rows.map(asRow).map((row) => ({ id: String(row.id), ...toNamed(row) }))
    },
    fields: (values) => values,
  }
}
