import { asc, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/db/database'
import { withRequestDeadline } from '#platform/request-deadline'
import { contentTables } from './tables'

/** Of a site: how many rows each part has, and their lines in an archive, `["posts",{…}]`, some at a time. */
export type Collected = { counts: Record<string, number>; lines: AsyncIterable<string> }

type Row = Record<string, unknown>
type Line = { key: string; line: string }
/** A part as it was read, packed, and what of it holds in the end. */
type Part = { chunks: Uint8Array[]; keys: string[]; written: Map<string, string> }

/** Rows that are read at once: others wait for that long. */
const atOnce = 100
/** Characters of the lines that are handed on at once. */
const handful = 1_000_000

/**
 * Everything as it was at one moment, while others go on writing. It is read some rows at a time, each as it stands
 * then, and held packed; at the end, in one short transaction, only what was written since is read anew.
 */
export async function collect(db: Database): Promise<Collected> {
  const since = await horizonOf(db)
  const chunks = new Map<string, Uint8Array[]>()
  for (const [part, { table }] of Object.entries(contentTables))
    chunks.set(part, await Array.fromAsync(packed(part, rowsOf(db, table), keyOf(table))))
  const parts = await db.transaction(
    async (tx) => {
      const found: Part[] = []
      for (const [part, { table }] of Object.entries(contentTables)) {
        const rows: Row[] = await tx.select().from(table).where(isSince(since))
        const written = new Map(rows.map((row) => toLine(part, row, keyOf(table))).map(({ key, line }) => [key, line]))
        found.push({ chunks: chunks.get(part) ?? [], keys: await keysOf(tx, table), written })
      }
      return found
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const counts = Object.keys(contentTables).map((part, at) => [part, parts[at]?.keys.length ?? 0] as const)
  return { counts: Object.fromEntries(counts), lines: linesOf(parts) }
}

/** The oldest transaction that may not have ended yet: whatever is written from now on bears its number or a later one. */
async function horizonOf(db: Database): Promise<string> {
  const [row] = await db
    .select({ horizon: sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text` })
    .from(sql`(values (0)) as one`)
  return row!.horizon
}

const isSince = (horizon: string): SQL => sql`age(xmin) <= age(${horizon}::xid8::xid)`

async function* rowsOf(db: Database, table: PgTable): AsyncGenerator<Row[]> {
  const key = keyOf(table)
  let last: Row | undefined
  for (;;) {
    const after = last && isAfter(key, last)
    const rows: Row[] = await withRequestDeadline(() =>
      db
        .select()
        .from(table)
        .where(after)
        .orderBy(...key.map(({ column }) => asc(column)))
        .limit(atOnce),
    )
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    last = rows.at(-1)
  }
}

async function* packed(part: string, batches: AsyncIterable<Row[]>, key: Key): AsyncGenerator<Uint8Array> {
  for await (const rows of batches)
    yield Bun.zstdCompress(JSON.stringify(rows.map((row) => toLine(part, row, key))), { level: 1 })
}

async function* linesOf(parts: readonly Part[]): AsyncGenerator<string> {
  let text = ''
  for (const { chunks, keys, written } of parts) {
    const read = unpacked(chunks)
    for (const key of keys) {
      text += written.get(key) ?? (await lineAt(read, key))
      if (text.length < handful) continue
      yield text
      text = ''
    }
  }
  if (text !== '') yield text
}

/** Both are in the same order: what is passed over is there no more, or was written since. */
async function lineAt(read: AsyncIterator<Line>, wanted: string): Promise<string> {
  for (;;) {
    const { value, done } = await read.next()
    if (done) throw new Error('A row was written without its transaction')
    if (value.key === wanted) return value.line
  }
}

async function* unpacked(chunks: readonly Uint8Array[]): AsyncGenerator<Line> {
  for (const chunk of chunks) yield* JSON.parse((await Bun.zstdDecompress(chunk)).toString()) as Line[]
}

/** By which rows are told apart, in their order. */
type Key = { name: string; column: PgColumn }[]

function keyOf(table: PgTable): Key {
  const { columns, primaryKeys } = getTableConfig(table)
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
  const names = Object.entries(getTableColumns(table))
  return key.map((column) => ({ name: names.find(([, one]) => one.name === column.name)![0], column }))
}

const toLine = (part: string, row: Row, key: Key): Line => ({
  key: JSON.stringify(key.map(({ name }) => row[name])),
  line: `${JSON.stringify([part, row])}\n`,
})

const isAfter = (key: Key, row: Row): SQL =>
  sql`(${sql.join(
    key.map(({ column }) => column),
    sql`, `,
  )}) > (${sql.join(
    key.map(({ name, column }) => sql.param(row[name], column)),
    sql`, `,
  )})`

async function keysOf(db: Database, table: PgTable): Promise<string[]> {
  const columns = sql.join(
    keyOf(table).map(({ column }) => column),
    sql`, `,
  )
  const [row] = await db
    .select({ keys: sql<unknown[][]>`coalesce(json_agg(json_build_array(${columns}) order by ${columns}), '[]')` })
    .from(table)
  return (row?.keys ?? []).map((key) => JSON.stringify(key))
}
