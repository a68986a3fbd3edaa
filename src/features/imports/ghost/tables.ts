import { isRecord } from '#text/parse-json'
import { unreadable } from '../reading/reader'

export type Row = Readonly<Record<string, unknown>>
export type Tables = Readonly<Record<string, readonly Row[]>>

/** The tables of an export. Throws 422 for anything else. */
export function tablesIn(parsed: unknown): Tables {
  if (parsed === undefined) throw unreadable('validation.importDamaged')
  const first: unknown = isRecord(parsed) && Array.isArray(parsed.db) ? parsed.db[0] : parsed
  const data = isRecord(first) ? first.data : undefined
  if (!isRecord(data) || !Array.isArray(data.posts)) throw unreadable('validation.importUnknown')
  return Object.fromEntries(
    Object.entries(data).map(([name, rows]) => [name, Array.isArray(rows) ? rows.filter((row) => isRecord(row)) : []]),
  )
}
