import { asc, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { tmpdir } from 'node:os'
import type { Database } from '#platform/db/database'
import { withRequestDeadline } from '#platform/request-deadline'
import { openSpool, type Spool } from '#platform/storage/disk'
import { collectingGarbage, noteGarbage } from '#platform/garbage-collection'
import { contentTables } from './site-content'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import type { FileStore } from '#platform/storage/file-store'
import { type ArchiveHeader, contentName, fileFolder } from './read-archive'
import { schemaVersion } from '#platform/db/migrate'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/**
 * The content of a site: the number of rows of each part, the names of the files that belong to them, and their lines
 * in an archive, `["posts",{…}]`, in chunks.
 */
export type Collected = {
  counts: Record<string, number>
  /** Of those, the rows in the trash, by part. */
  trashed: Record<string, number>
  files: string[]
  lines: AsyncIterable<string>
}

type Options = {
  /** Where the collected lines are spooled. */
  folder?: string
  signal?: AbortSignal
}

type Row = Record<string, unknown>
type Line = { key: string; line: string }

/** The position of lines that were compressed together. */
type Chunk = { from: number; length: number }

/** A part as it was read, and its rows that are still current at the end. */
type Part = { chunks: Chunk[]; keys: string[]; written: Map<string, string> }

/** Rows per query, at first and at most; and the target milliseconds of a query, during which others wait. */
const atFirst = 50

const atMost = 100
const longestRead = 2

/** Characters of the lines passed on at once. */
const handful = 100_000

/**
 * A consistent snapshot of all content while writes continue. Rows are read in batches and spooled to the disk; at the
 * end, one short transaction reads again only the rows that were written since.
 */
export async function collect(db: Database, { folder = tmpdir(), signal }: Options = {}): Promise<Collected> {
  const spool = await openSpool(folder)
  try {
    const since = await horizonOf(db)
    const chunks = new Map<string, Chunk[]>()
    for (const [part, { table }] of Object.entries(contentTables))
      chunks.set(part, await layBy(spool, packed(part, rowsOf(db, table, signal), keyOf(table))))
    const { parts, files, trashed } = await db.transaction((tx) => settle(tx, since, chunks), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    })
    const counts = Object.keys(contentTables).map((part, at) => [part, parts[at]?.keys.length ?? 0] as const)
    return { counts: Object.fromEntries(counts), trashed, files, lines: linesOf(parts, spool) }
  } catch (error) {
    await spool.close()
    throw error
  }
}

/** Determines which of the collected rows are still current. */
async function settle(tx: Database, since: string, chunks: ReadonlyMap<string, Chunk[]>) {
  const parts: Part[] = []
  const files: string[] = []
  const trashed: Record<string, number> = {}
  for (const [part, { table, file }] of Object.entries(contentTables)) {
    const rows: Row[] = await tx.select().from(table).where(isSince(since))
    const written = new Map(rows.map((row) => toLine(part, row, keyOf(table))).map(({ key, line }) => [key, line]))
    parts.push({ chunks: chunks.get(part) ?? [], keys: await keysOf(tx, table), written })
    const { trashedAt } = getTableColumns(table)
    if (trashedAt) trashed[part] = await tx.$count(table, isNotNull(trashedAt))
    if (file !== undefined) files.push(...(await namesOf(tx, table, file)))
  }
  return { parts, files: [...new Set(files)], trashed }
}

async function namesOf(tx: Database, table: PgTable, file: string): Promise<string[]> {
  const rows = await tx.select({ name: sql<string>`${getTableColumns(table)[file]}` }).from(table)
  return rows.map(({ name }) => name)
}

/** The oldest transaction that may still be running: all later writes have its id or a later one. */
async function horizonOf(db: Database): Promise<string> {
  const [row] = await db
    .select({ horizon: sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text` })
    .from(sql`(values (0)) as one`)
  return row!.horizon
}

const isSince = (horizon: string): SQL => sql`age(xmin) <= age(${horizon}::xid8::xid)`

async function* rowsOf(db: Database, table: PgTable, signal?: AbortSignal): AsyncGenerator<Row[]> {
  const key = keyOf(table)
  let last: Row | undefined
  for (let size = atFirst; ;) {
    signal?.throwIfAborted()
    const after = last && isAfter(key, last)
    const begun = performance.now()
    const rows: Row[] = await withRequestDeadline(() =>
      db
        .select()
        .from(table)
        .where(after)
        .orderBy(...key.map(({ column }) => asc(column)))
        .limit(size),
    )
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
    const took = performance.now() - begun
    size = Math.max(1, Math.min(atMost, Math.round((size * longestRead) / took), size * 2))
    // Pauses as long as it read, so that requests get half of the database's time.
    await Bun.sleep(took)
  }
}

async function* packed(part: string, batches: AsyncIterable<Row[]>, key: Key): AsyncGenerator<Uint8Array> {
  for await (const rows of batches) {
    const lines = JSON.stringify(rows.map((row) => toLine(part, row, key)))
    yield Bun.zstdCompress(lines, { level: 1 })
    noteGarbage(lines.length)
  }
}

async function layBy(spool: Spool, batches: AsyncIterable<Uint8Array>): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for await (const batch of batches) chunks.push({ from: await spool.append(batch), length: batch.byteLength })
  return chunks
}

async function* linesOf(parts: readonly Part[], spool: Spool): AsyncGenerator<string> {
  try {
    let text = ''
    for (const { chunks, keys, written } of parts) {
      const read = unpacked(chunks, spool)
      for (const key of keys) {
        text += written.get(key) ?? (await lineAt(read, key))
        if (text.length < handful) continue
        yield text
        text = ''
      }
    }
    if (text !== '') yield text
  } finally {
    await spool.close()
  }
}

/** Both are in the same order: skipped lines are of rows that were deleted or written since. */
async function lineAt(read: AsyncIterator<Line>, wanted: string): Promise<string> {
  for (;;) {
    const { value, done } = await read.next()
    if (done) throw new Error('A row was written without its transaction')
    if (value.key === wanted) return value.line
  }
}

async function* unpacked(chunks: readonly Chunk[], spool: Spool): AsyncGenerator<Line> {
  for (const { from, length } of chunks)
    yield* JSON.parse((await Bun.zstdDecompress(await spool.read(from, length))).toString()) as Line[]
}

/** The primary key, by which rows are ordered. */
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

/** The compressed content of an archive, spooled to the disk. `sha256` is that of its lines. */
export type PackedContent = {
  files: readonly string[]
  sha256: string
  bytes: number
  pieces(): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export async function packContent({ files, ...content }: Collected, folder: string): Promise<PackedContent> {
  const spool = await openSpool(folder)
  try {
    const { head, sha256 } = await packLines(content, (piece) => spool.append(piece))
    return {
      files,
      sha256,
      bytes: head.byteLength + spool.size(),
      async *pieces() {
        yield head
        yield* spool.pieces()
      },
      close: () => spool.close(),
    }
  } catch (error) {
    await spool.close()
    throw error
  }
}

/** The packed content of the site, of which nothing is left in the folder once it has been read. */
export async function streamContent(db: Database, folder: string): Promise<AsyncGenerator<Uint8Array>> {
  const { pieces, close } = await packContent(await collect(db, { folder }), folder)
  return (async function* () {
    try {
      yield* pieces()
    } finally {
      await close()
    }
  })()
}

/**
 * Passes the compressed lines (`["posts",{…}]` for every row) to `take` in chunks; `head` comes before them, and
 * `sha256` covers them.
 */
export async function packLines(
  { counts, trashed, lines }: Pick<Collected, 'counts' | 'trashed' | 'lines'>,
  take: (piece: Uint8Array<ArrayBuffer>) => unknown,
): Promise<{ head: Uint8Array<ArrayBuffer>; sha256: string }> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const some of lines) {
    hasher.update(some)
    await take(await gzipped(some))
    noteGarbage(some.length)
  }
  const first: ArchiveHeader = {
    format: 'industria-archive',
    version: 1,
    createdAt: new Date().toISOString(),
    schema: schemaVersion(),
    counts,
    trashed,
    sha256: hasher.digest('hex'),
  }
  return { head: await gzipped(`${JSON.stringify(first)}\n`), sha256: first.sha256 }
}

/** A gzip file may consist of several members. */
const gzipped = async (text: string) => new Uint8Array(await promisify(gzip)(text))

/** The bytes of an archive: only the compressed content, or, if rows have files, a tar of the content and the files. */
export async function* archivePieces(
  content: Pick<PackedContent, 'files' | 'bytes' | 'pieces'>,
  files: Pick<FileStore, 'use'>,
): AsyncGenerator<Uint8Array> {
  if (content.files.length === 0) return yield* content.pieces()
  const tar = pack()
  const filling = fill(tar, content, files).catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  filling.catch(() => {})
  try {
    yield* collectingGarbage(tar as AsyncIterable<Uint8Array>)
  } catch (error) {
    // Throws the original error, not that the tar ended early.
    await filling
    throw error
  } finally {
    tar.destroy()
  }
}

async function fill(
  tar: ReturnType<typeof pack>,
  content: Pick<PackedContent, 'files' | 'bytes' | 'pieces'>,
  files: Pick<FileStore, 'use'>,
): Promise<void> {
  await pipeline(content.pieces(), tar.entry({ name: contentName, size: content.bytes, mode: 0o600 }))
  for (const name of content.files)
    await files.use(name, async (place) => {
      const { size } = await stat(place)
      await pipeline(createReadStream(place), tar.entry({ name: fileFolder + name, size, mode: 0o600 }))
    })
  tar.finalize()
}
