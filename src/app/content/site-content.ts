import { asc, type Column, getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { createSelectSchema } from 'drizzle-zod'
import { z } from 'zod'
import { ensureSetupCode } from '#auth/store'
import type { Database } from '#base/db/database'
import { announcement } from '#base/freshness'
import { isStorable } from '#base/text/schema'
import { pageName } from '#features/pages/contract'
import { postKind } from '#features/posts/contract'
import { projectKind } from '#features/projects/contract'
import { redirectKinds } from '#features/redirects/contract'
import { contentTables, laterColumns, passingTables } from './tables'

export type Part = keyof typeof contentTables
export type SiteContent = { [Name in Part]: InferSelectModel<(typeof contentTables)[Name]>[] }

export const parts = Object.keys(contentTables) as Part[]

/** What a column says of its values is checked by itself; here stands what it does not say. */
const more: { [Name in Part]?: Partial<Record<keyof SiteContent[Name][number], z.ZodType>> } = {
  posts: { translations: postKind.translations },
  projects: { translations: projectKind.translations },
  pages: { page: pageName },
  redirects: { kind: z.enum(redirectKinds) },
  users: { first: z.literal(true).nullable() },
}

/** The rows of every part: of just the columns that the tables have, holding nothing that could not be stored. */
export const siteContent = z.strictObject(Object.fromEntries(parts.map((part) =>
  [part, z.array(rowOf(contentTables[part], more[part], laterColumns[part]))]))) as unknown as z.ZodType<SiteContent>

function rowOf(table: PgTable, further: Record<string, z.ZodType> = {}, later: readonly string[] = []) {
  const byColumn = Object.fromEntries(Object.entries(getTableColumns(table)).map(([name, column]) =>
    [name, (schema: z.ZodType) => {
      const own = further[name] ?? narrowed(column, schema)
      return later.includes(name) ? own.optional() : own
    }]))
  return createSelectSchema(table, byColumn).strict()
}

function narrowed(column: Column, schema: z.ZodType): z.ZodType {
  const type = column.getSQLType()
  if (type === 'text') return schema.refine(isStorable, 'holds characters that cannot be stored')
  if (type === 'serial') return z.int32().min(1)
  if (!type.startsWith('timestamp')) return schema
  return column.notNull ? z.iso.datetime() : z.iso.datetime().nullable()
}

/** Everything as it was at one moment, while others go on writing. */
export function collectContent(db: Database): Promise<SiteContent> {
  return db.transaction(async (tx) => {
    const rows: [Part, unknown[]][] = []
    for (const part of parts) {
      const table: PgTable = contentTables[part]
      rows.push([part, await tx.select().from(table).orderBy(...keyOf(table).map((column) => asc(column)))])
    }
    return Object.fromEntries(rows) as SiteContent
  }, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

/**
 * Puts `content` in the place of everything that is there, or changes nothing. Everybody is signed out, and every listening process
 * drops what it kept. Resolves to a set-up code when nobody is left who could sign in.
 */
export function replaceContent(db: Database, content: SiteContent): Promise<string | null> {
  return db.transaction(async (tx) => {
    for (const table of [...passingTables, ...Object.values(contentTables)]) await tx.delete(table)
    for (const part of parts) {
      const table: PgTable = contentTables[part]
      for (const rows of inChunks<object>(content[part])) await tx.insert(table).values(rows)
      if ('id' in getTableColumns(table)) await tx.execute(continueIds(sql`${table}`))
    }
    await tx.execute(announcement('all'))
    return ensureSetupCode(tx)
  })
}

/** By which rows are told apart. */
const keyOf = (table: PgTable): PgColumn[] => {
  const { columns, primaryKeys } = getTableConfig(table)
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
}

/** The next row gets an id above all that are there. */
const continueIds = (table: SQL) =>
  sql`select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 1) from ${table}))`

function inChunks<Row>(rows: Row[], size = 200): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size))
}
