import { getTableColumns, is, SQL } from 'drizzle-orm'
import type { ContentTable } from '#platform/feature'
import type { ReadableContent } from '#platform/readable-rows'
import { StartError } from '#platform/start-error'
import { checkContent, type SiteContent } from './site-content'
import { contentTables } from './tables'

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
