import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { createSelectSchema } from 'drizzle-zod'
import { z } from 'zod'
import { ensureSetupCode } from '#auth/store'
import type { Database } from '#platform/db/database'
import { system } from '#platform/events/events'
import type { ContentTable } from '#platform/feature'
import { StartError } from '#platform/start-error'
import { isStorable } from '#text/schema'
import { commitAs, type WriteServices } from '#platform/writes/commit'
import { contentTables, passingTables } from './tables'

/** The rows of every part, as they are stored. */
export type SiteContent = Record<string, Record<string, unknown>[]>

export const parts = Object.keys(contentTables)

/** Of just the columns that the tables have, holding nothing that could not be stored. */
const siteContent: z.ZodType<SiteContent> = z.strictObject(
  Object.fromEntries(Object.entries(contentTables).map(([part, content]) => [part, z.array(rowOf(content))])),
)

/** Throws `StartError` with the first row of it that does not fit. */
export function checkContent(content: unknown, name: string): SiteContent {
  const checked = siteContent.safeParse(content)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw new StartError(`${name} holds a row that does not fit: ${issue?.path.join('.')} ${issue?.message}`)
}

/** What a column says of its values is checked by itself. */
function rowOf({ table, row: further = {}, later = [] }: ContentTable) {
  const byColumn = Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => [
      name,
      (schema: z.ZodType) => {
        const own = further[name] ?? narrowed(column, schema)
        return later.includes(name) ? own.optional() : own
      },
    ]),
  )
  return createSelectSchema(table, byColumn).strict()
}

function narrowed(column: Column, schema: z.ZodType): z.ZodType {
  const type = column.getSQLType()
  if (type === 'text') return schema.refine(isStorable, 'holds characters that cannot be stored')
  if (type === 'serial') return z.int32().min(1)
  if (!type.startsWith('timestamp')) return schema
  return column.notNull ? z.iso.datetime() : z.iso.datetime().nullable()
}

/**
 * Puts `content` in the place of everything that is there, or changes nothing. Everybody is signed out, and every
 * listening process drops what it kept. Resolves to a set-up code when nobody is left who could sign in.
 */
export function replaceContent(services: WriteServices, content: SiteContent): Promise<string | null> {
  return commitAs(
    services,
    system,
    () => ({ kind: 'site', action: 'updated', id: null }),
    async (tx) => {
      for (const table of passingTables) await tx.delete(table)
      for (const { table } of Object.values(contentTables).toReversed()) await tx.delete(table)
      await insertContent(tx, content)
      return ensureSetupCode(tx)
    },
  )
}

/** Into empty tables. */
export async function insertContent(tx: Database, content: SiteContent): Promise<void> {
  for (const [part, rows] of Object.entries(content)) {
    if (rows.length === 0) continue
    const table = contentTables[part]!.table
    for (const chunk of inChunks(rows)) await tx.insert(table).values(chunk)
    if ('id' in getTableColumns(table)) await tx.execute(continueIds(sql`${table}`))
  }
}

/** The next row gets an id above all that are there. */
const continueIds = (table: SQL) =>
  sql`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`

function inChunks<Row>(rows: Row[], size = 200): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  )
}
