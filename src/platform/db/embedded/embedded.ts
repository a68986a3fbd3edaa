import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { PGlite, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { type Extract, extract } from 'tar-stream'
import { HttpError } from '#contract/http-error'
import type { Log } from '#platform/log/log'
import type { Database, OpenDatabase } from '#platform/db/database'
import { within, repeat } from '#platform/within'
import { checkDataDir, restrictDataDir, restrictTree, lockDataDir } from './data-dir'
import { compileEngine } from './compile-engine'
import { DurableFiles, syncEntry, syncOnce } from './durable-files'
import { createSerialQueue, type SerialQueue, withPreparedStatements, withMethods } from './statements'
import { codeOf, messageOf, StartError } from '#platform/start-error'

/** Bytes: three segments of the write-ahead log. */
const roomToKeep = 48 * 1024 * 1024

const diskOf = (dataDir: string): number | undefined => statSync(join(dataDir, 'db'), { throwIfNoEntry: false })?.dev

/**
 * Returns a check to call before each write: it throws while writing is not safe, and logs once when that begins and
 * once when it ends.
 */
function watchFolder(dataDir: string, log: Log): () => void {
  const disk = diskOf(dataDir)
  let logged = ''
  return () => {
    const fault = folderFault(dataDir, disk)
    const reason = fault?.message ?? ''
    if (reason !== logged) {
      if (fault) log.warn(`${reason}: writes are refused until this is repaired`)
      else log.info('The database of DATA_DIR can be written again')
    }
    logged = reason
    if (fault) throw fault
  }
}

/**
 * "Input or output error" (58030) when the database's folder or its disk is gone: files that are open could still be
 * written and flushed, and would be lost. "Disk full" (53100) while the write-ahead log still has room: PGlite reports
 * a full disk for a table, but spins for ever when its write-ahead log cannot grow.
 */
function folderFault(dataDir: string, disk: number | undefined): Error | undefined {
  if (diskOf(dataDir) !== disk)
    return Object.assign(new Error(`The database of DATA_DIR ${dataDir} is gone`), { code: '58030' })
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize < roomToKeep
    ? Object.assign(new Error(`The disk of DATA_DIR ${dataDir} is nearly full`), { code: '53100' })
    : undefined
}

type Query = (text: string) => Promise<{ rows: unknown[] }>

/**
 * Replaces autovacuum, with its own thresholds: PGlite has none. Without statistics the planner misjudges large tables
 * as small ones, and without a visibility map counting reads whole rows. One table at a time, so that other queries can
 * run in between; returns the names of the vacuumed tables.
 */
export async function vacuumTables(query: Query): Promise<string[]> {
  const { rows } = await query(inNeed)
  const names = rows.map((row) => String(Object.values(row as object)[0]))
  for (const name of names) await query(`vacuum (analyze) ${name}`)
  return names
}

const inNeed = `
  select quote_ident(stat.schemaname) || '.' || quote_ident(stat.relname) as name
  from pg_stat_user_tables as stat join pg_class on pg_class.oid = stat.relid
  where n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
    or n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
    or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0)
  order by name`

/** Milliseconds: how long a request waits in the queue, and how long one transaction may block the others. */
const queueTimeout = 1800
const longestTransaction = 5000
const segmentsToKeep = 5

/** Opens PGlite in `dataDir`, which is locked by this process until it ends; see `openDatabase`. */
export async function openEmbedded(
  dataDir: string,
  log: Log,
  prepare: (db: Database) => Promise<void>,
  engine = compileEngine(),
): Promise<OpenDatabase> {
  const lock = lockDataDir(dataDir)
  try {
    checkDataDir(dataDir)
    restrictDataDir(dataDir, log)
    const isNew = !existsSync(join(dataDir, 'db'))
    const { pglite, files } = await openDirectory(dataDir, log, engine).catch((error: unknown) => {
      throw error instanceof StartError ? error : cannotOpen(dataDir, isNew, error)
    })
    const inTurn = createSerialQueue()
    const unhurried = drizzle({
      client: takingTurns(pglite, files, inTurn, { wait: Infinity, hold: Infinity, beforeWrite() {} }),
      casing: 'snake_case',
    })
    await prepare(unhurried)
    const stopTrimming = trimLog(dataDir, () => inTurn(() => pglite.exec('checkpoint'), Infinity), log)
    const stopKeeping = everyMinute(
      () => vacuumTables((text) => inTurn(() => pglite.query(text), Infinity)),
      'The tables could not be kept in order',
      log,
    )
    let isOpen = true
    return {
      db: drizzle({
        client: takingTurns(pglite, files, inTurn, {
          wait: queueTimeout,
          hold: longestTransaction,
          beforeWrite: watchFolder(dataDir, log),
        }),
        casing: 'snake_case',
      }),
      withDedicatedConnection: (work) => work(unhurried),
      isReady: () => isOpen,
      takesWrites: () => isOpen,
      async close() {
        isOpen = false
        stopTrimming()
        stopKeeping()
        await inTurn(() => pglite.close(), Infinity)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Small sizes, because memory and disk are scarce on a small server: the default of 128 MB shared buffers doubles the
 * process. `fdatasync` is the only `wal_sync_method` with one flush per commit; `fsync` and `open_datasync` need six.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fdatasync', 'shared_buffers=16MB', 'max_wal_size=64MB', 'min_wal_size=32MB'].flatMap(
    (setting) => ['-c', setting],
  ),
]

export async function startPglite(files: DurableFiles, engine = compileEngine()): Promise<PGlite> {
  const pglite = new PgliteOfFewTypes({ fs: files, startParams, pgliteWasmModule: await engine })
  await pglite.waitReady
  return withPreparedStatements(pglite)
}

/** The used array types, and those of their elements. */
const arrayTypes = [
  [1000, types.BOOL],
  [1007, types.INT4],
  [1009, types.TEXT],
  [1015, types.VARCHAR],
  [1016, types.INT8],
  [1022, types.FLOAT8],
] as const

/**
 * PGlite queries some 300 array types at its start, which takes a sixth of it, and the query builder copies all known
 * ones for every query.
 */
class PgliteOfFewTypes extends PGlite {
  // oxlint-disable-next-line no-underscore-dangle
  override async _initArrayTypes() {
    for (const [array, element] of arrayTypes) {
      this.parsers[array] = (text) => types.arrayParser(text, this.parsers[element]!, array)
      this.serializers[array] = (values) => types.arraySerializer(values, this.serializers[element], array)
    }
  }
}

/**
 * The files of a new, empty database, as PGlite publishes them: its `initdb` takes 1 GB of memory. Only an
 * archive of the same version of PostgreSQL's catalogs can be opened.
 */
async function unpackNewDatabase(folder: string): Promise<void> {
  const archive = Bun.fileURLToPath(
    new URL('./prepopulatedfs.tgz', import.meta.resolve('@electric-sql/pglite-prepopulatedfs')),
  )
  mkdirSync(folder)
  const entries = extract()
  await Promise.all([writeEntries(entries, folder), pipeline(createReadStream(archive), createGunzip(), entries)])
}

async function writeEntries(entries: Extract, folder: string): Promise<void> {
  for await (const entry of entries) {
    const { name, type } = entry.header
    const path = join(folder, name)
    if (type === 'directory') mkdirSync(path, { recursive: true })
    else if (name !== '/postmaster.pid') writeFileSync(path, await buffer(entry))
    entry.resume()
  }
}

/**
 * A new database is unpacked in another folder and renamed when it is complete and on the disk, so that neither a killed
 * start nor a power cut leaves a partial one.
 */
async function openDirectory(
  dataDir: string,
  log: Log,
  engine: Promise<WebAssembly.Module>,
): Promise<{ pglite: PGlite; files: DurableFiles }> {
  const place = join(dataDir, 'db')
  if (existsSync(place)) {
    // A power cut may have left it empty, which PostgreSQL refuses. It would keep other processes out, which our lock
    // does too.
    rmSync(join(place, 'postmaster.pid'), { force: true })
    await syncOnce(place)
  } else {
    const making = join(dataDir, 'db.new')
    rmSync(making, { recursive: true, force: true })
    try {
      await unpackNewDatabase(making)
      restrictTree(making)
      await syncOnce(making)
    } catch (error) {
      rmSync(making, { recursive: true, force: true })
      throw error
    }
    renameSync(making, place)
    await syncEntry(place)
    await syncEntry(resolve(dataDir))
  }
  const files = new DurableFiles(place)
  const pglite = await startPglite(files, engine)
  if (files.missing.length > 0) {
    log.error(
      'The embedded database is not durable: a power cut can lose what was acknowledged, for this version of PGlite lacks what flushes lean on',
      { missing: files.missing },
    )
  }
  return { pglite, files }
}

/** PGlite does not always throw errors: its file system throws objects with a number. */
function cannotOpen(dataDir: string, isNew: boolean, error: unknown): StartError {
  const number = typeof error === 'object' && error !== null && 'errno' in error ? Number(error.errno) : undefined
  const [, , fault] = faults.find(([one, code]) => one === number || code === codeOf(error)) ?? []
  const reason =
    fault ?? (number === undefined || error instanceof Error ? messageOf(error) : `its files fail with ${number}`)
  return new StartError(
    `DATA_DIR ${dataDir} ${isNew ? 'takes no new database' : 'holds a database that does not open'}: ${reason}`,
  )
}

/** Emscripten's error numbers, the system's codes, and what they mean. */
const faults: [number: number, code: string, fault: string][] = [
  [2, 'EACCES', 'permission denied'],
  [19, 'EDQUOT', 'the quota of its disk is used up'],
  [29, 'EIO', 'input or output error'],
  [33, 'EMFILE', 'too many open files'],
  [51, 'ENOSPC', 'no space left on its disk, or no more files may be made there'],
  [63, 'EPERM', 'operation not permitted'],
  [69, 'EROFS', 'read-only file system'],
]

/**
 * PGlite has no checkpointer: without this the write-ahead log would grow until the process ends, and be replayed after
 * a kill.
 */
function trimLog(dataDir: string, checkpoint: () => Promise<unknown>, log: Log): () => void {
  async function trim() {
    const segments = readdirSync(join(dataDir, 'db/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
    if (segments.length > segmentsToKeep) await checkpoint()
  }

  return everyMinute(trim, 'The write-ahead log could not be trimmed', log)
}

const everyMinute = (work: () => Promise<unknown>, fault: string, log: Log): (() => void) =>
  repeat(60_000, work, (error) => log.warn(fault, { error }))

type Manners = { wait: number; hold: number; beforeWrite(): void }

/**
 * PGlite has one connection, and an open transaction blocks it, so requests queue here, where they can time out.
 * Neither results nor errors are returned before the changes that they may depend on are on the disk.
 */
function takingTurns(
  pglite: PGlite,
  files: DurableFiles,
  inTurn: SerialQueue,
  { wait, hold, beforeWrite }: Manners,
): PGlite {
  const safely = <Result>(work: () => Promise<Result>): Promise<Result> =>
    inTurn(work, wait).finally(() => files.flushed())
  const query: PGlite['query'] = (text, ...rest) =>
    safely(async () => {
      if (!/^\s*select\b/i.test(text)) beforeWrite()
      return pglite.query(text, ...rest)
    })
  const transaction: PGlite['transaction'] = (work) =>
    safely(async () => {
      beforeWrite()
      return pglite.transaction((tx) => limited(hold, work(tx)))
    }).catch(rethrowPlainly)
  return withMethods(pglite, { query, transaction })
}

const limited = <Result>(limit: number, work: Promise<Result>) => (Number.isFinite(limit) ? within(limit, work) : work)

function rethrowPlainly(error: unknown): never {
  throw error instanceof Error && error.cause instanceof HttpError ? error.cause : error
}
