import { PGlite, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { existsSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HttpError } from '#contract/http-error'
import type { Log } from '#platform/log/log'
import { StartError } from '#platform/start-error'
import { checkDataDir } from './check-data-dir'
import type { Database, OpenDatabase } from '#platform/db/database'
import { DurableFiles, syncEntry, syncOnce } from './durable-files'
import { within } from '#platform/within'
import { lockDataDir } from './lock'
import { oneAtATime, type OneAtATime } from './one-at-a-time'
import { withPreparedStatements } from './prepared-statements'
import { restrictDataDir, restrictTree } from './restrict-data-dir'
import { vacuumTables } from './vacuum-tables'

/** How long a request waits for its turn, and how long one transaction may hold up the others; milliseconds. */
const patience = 1800
const longestTransaction = 5000
/** Bytes: three segments of the write-ahead log. */
const roomToKeep = 48 * 1024 * 1024
const segmentsToKeep = 5

/** PGlite in `dataDir`, which belongs to this process until it ends; see `openDatabase`. */
export async function openEmbedded(
  dataDir: string,
  log: Log,
  prepare: (db: Database) => Promise<void>,
): Promise<OpenDatabase> {
  const lock = lockDataDir(dataDir)
  try {
    checkDataDir(dataDir)
    restrictDataDir(dataDir, log)
    const isNew = !existsSync(join(dataDir, 'db'))
    const { pglite, files } = await openDirectory(dataDir, log).catch((error: unknown) => {
      throw error instanceof StartError ? error : cannotOpen(dataDir, isNew, error)
    })
    const inTurn = oneAtATime()
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
          wait: patience,
          hold: longestTransaction,
          beforeWrite: watchPlace(dataDir, log),
        }),
        casing: 'snake_case',
      }),
      atLeisure: (work) => work(unhurried),
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
 * Small, for memory and disk are what a small site has least of: the default of 128 MB shared buffers doubles the
 * process. Of the ways to flush the log `fdatasync` is the one that does it once for a commit; `fsync` and
 * `open_datasync` need six.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fdatasync', 'shared_buffers=16MB', 'max_wal_size=64MB', 'min_wal_size=32MB'].flatMap(
    (setting) => ['-c', setting],
  ),
]

export async function startPglite(files: DurableFiles): Promise<PGlite> {
  const pglite = await PGlite.create({ fs: files, startParams })
  pglite.parsers = typesInUse(pglite.parsers, types.parsers)
  pglite.serializers = typesInUse(pglite.serializers, types.serializers)
  return withPreparedStatements(pglite)
}

/** `boolean[]`, `int4[]`, `text[]`, `varchar[]`, `int8[]`, `float8[]`. */
const arrayTypes = [1000, 1007, 1009, 1015, 1016, 1022]

/** PGlite reads some 300 types of arrays, and the query builder has it copy the whole table for every query. */
const typesInUse = <Convert>(known: Record<number, Convert>, simple: object): Record<number, Convert> =>
  Object.fromEntries(Object.entries(known).filter(([type]) => type in simple || arrayTypes.includes(Number(type))))

/**
 * A new database is made beside its place and moved there when it is whole and on the disk, so neither a start that is
 * killed nor a power cut leaves something half made.
 */
async function openDirectory(dataDir: string, log: Log): Promise<{ pglite: PGlite; files: DurableFiles }> {
  const place = join(dataDir, 'db')
  if (existsSync(place)) {
    // A cut may have left it without its content, which PostgreSQL refuses. It keeps other processes out, and so does
    // our lock.
    rmSync(join(place, 'postmaster.pid'), { force: true })
    await syncOnce(place)
  } else {
    const making = join(dataDir, 'db.new')
    rmSync(making, { recursive: true, force: true })
    try {
      const fresh = await startPglite(new DurableFiles(making))
      await fresh.close()
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
  const pglite = await startPglite(files)
  if (files.missing.length > 0) {
    log.error(
      'The embedded database is not durable: a power cut can lose what was acknowledged, for this version of PGlite lacks what flushes lean on',
      { missing: files.missing },
    )
  }
  return { pglite, files }
}

/** What PGlite throws is not always an error: its file system has objects with a number. */
function cannotOpen(dataDir: string, isNew: boolean, error: unknown): StartError {
  const reason =
    error instanceof Error
      ? error.message
      : typeof error === 'object' && error !== null && 'errno' in error
        ? (faults[Number(error.errno)] ?? `its files fail with ${String(error.errno)}`)
        : String(error)
  return new StartError(
    `DATA_DIR ${dataDir} ${isNew ? 'takes no new database' : 'holds a database that does not open'}: ${reason}`,
  )
}

/** As Emscripten counts them. */
const faults: Record<number, string> = {
  2: 'permission denied',
  19: 'the quota of its disk is used up',
  29: 'input or output error',
  33: 'too many open files',
  51: 'no space left on its disk, or no more files may be made there',
  63: 'operation not permitted',
  69: 'read-only file system',
}

const diskOf = (dataDir: string): number | undefined => statSync(join(dataDir, 'db'), { throwIfNoEntry: false })?.dev

/**
 * Gives what looks before each write whether it may be: it throws where it may not, and the log is told once, and once
 * when it may again.
 */
function watchPlace(dataDir: string, log: Log): () => void {
  const disk = diskOf(dataDir)
  let told = ''
  return () => {
    const fault = faultOfPlace(dataDir, disk)
    const reason = fault?.message ?? ''
    if (reason !== told) {
      if (fault) log.warn(`${reason}: what is written is refused until that is mended`)
      else log.info('The database of DATA_DIR can be written again')
    }
    told = reason
    if (fault) throw fault
  }
}

/**
 * "Input or output error" (58030) when the database's folder is gone, or its disk was taken away: files that are open
 * can still be written and flushed then, and nobody would find them again. "Disk full" (53100) while there is still room
 * for the log to go on: PGlite reports a full disk in a table, but where its write-ahead log cannot grow it spins for
 * ever.
 */
function faultOfPlace(dataDir: string, disk: number | undefined): Error | undefined {
  if (diskOf(dataDir) !== disk)
    return Object.assign(new Error(`The database of DATA_DIR ${dataDir} is gone`), { code: '58030' })
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize < roomToKeep
    ? Object.assign(new Error(`The disk of DATA_DIR ${dataDir} is nearly full`), { code: '53100' })
    : undefined
}

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

function everyMinute(work: () => Promise<unknown>, fault: string, log: Log): () => void {
  const timer = setInterval(() => {
    work().catch((error: unknown) => log.warn(fault, { error }))
  }, 60_000)
  timer.unref()
  return () => clearInterval(timer)
}

type Manners = { wait: number; hold: number; beforeWrite(): void }

/**
 * PGlite has one connection, and an open transaction blocks it: whoever waits for it does so here, and can still leave.
 * Nobody is told anything, be it an error, before the disk has what it may come from.
 */
function takingTurns(
  pglite: PGlite,
  files: DurableFiles,
  inTurn: OneAtATime,
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
  return new Proxy(pglite, {
    get(target, key) {
      if (key === 'query') return query
      if (key === 'transaction') return transaction
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const limited = <Result>(limit: number, work: Promise<Result>) => (Number.isFinite(limit) ? within(limit, work) : work)

function rethrowPlainly(error: unknown): never {
  throw error instanceof Error && error.cause instanceof HttpError ? error.cause : error
}
