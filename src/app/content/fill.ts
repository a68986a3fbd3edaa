import { sql, getTableColumns, is, SQL } from 'drizzle-orm'
import { hasAdministrator } from '#auth/store'
import type { Database } from '#platform/db/database'
import { system } from '#platform/events/events'
import type { ContentTable } from '#platform/feature'
import { foldersIn, readReadable, starterFolder, type ReadableContent } from '#platform/readable-rows'
import { StartError } from '#platform/start-error'
import { commitAs, type WriteServices } from '#platform/writes/commit'
import { insertContent, checkContent, contentTables, type SiteContent } from './site-content'

/** An arbitrary advisory lock key, the same in every process. */
const lockKey = 7_305_114_823

/**
 * Inserts the starter content once, into a database without content and without administrators (who might have deleted
 * it). Of several processes that start at once, one does it.
 */
export async function fillWhenEmpty(services: WriteServices): Promise<void> {
  if (!(await isEmpty(services.db))) return
  const content = starterContent()
  await commitAs(
    services,
    system,
    (isFilled) => (isFilled ? { kind: 'site', action: 'created', id: null } : undefined),
    async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`)
      if (!(await isEmpty(tx))) return false
      await insertContent(tx, content)
      return true
    },
  )
}

/** Inserts the starter content into a site without any; resolves to whether it did. */
export async function fillStarter(tx: Database): Promise<boolean> {
  if (await hasRows(tx)) return false
  await insertContent(tx, starterContent())
  return true
}

const starterContent = () => toSiteContent(readReadable(starterFolder))

const isEmpty = async (db: Database): Promise<boolean> => !(await hasAdministrator(db)) && !(await hasRows(db))

async function hasRows(db: Database): Promise<boolean> {
  for (const part of foldersIn(starterFolder)) {
    const { table } = contentTables[part]!
    const rows = await db
      .select({ one: sql`1` })
      .from(table)
      .limit(1)
    if (rows.length > 0) return true
  }
  return false
}

/**
 * Hand-written content in the form of an archive, validated as strictly. Absent values are those of a new row: `moment`
 * for its times, and its position for its id. Absent parts are empty.
 */
export function toSiteContent(readable: ReadableContent, moment = new Date().toISOString()): SiteContent {
  const stored = Object.entries(contentTables).map(([part, table]) => [
    part,
    (readable[part] ?? []).map((row, index) => complete(table, row, { id: index + 1, moment })),
  ])
  const unknown = Object.keys(readable).filter((part) => !Object.hasOwn(contentTables, part))
  if (unknown.length > 0)
    throw new StartError(`The content names parts that the site does not have: ${unknown.join(', ')}`)
  return checkContent(Object.fromEntries(stored))
}

type Row = Record<string, unknown>

function complete(
  { table, pack = (row) => row }: ContentTable,
  readable: Row,
  { id, moment }: { id: number; moment: string },
): Row {
  const left = Object.entries(getTableColumns(table)).filter(([name]) => !Object.hasOwn(readable, name))
  const missing = left.flatMap(([name, column]) => {
    if (column.primary) return [[name, id]]
    if (is(column.default, SQL)) return [[name, moment]]
    if (column.default !== undefined) return [[name, column.default]]
    return column.notNull ? [] : [[name, null]]
  })
  return { ...Object.fromEntries(missing), ...pack(readable) }
}
