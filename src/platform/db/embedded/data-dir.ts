import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
  chmodSync,
  statSync,
  mkdirSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError, codeOf, messageOf } from '#platform/start-error'
import { type Flush, toDisk } from './durable-files'
import type { Log } from '#platform/log/log'
import { Database as Sqlite } from 'bun:sqlite'

/** The PostgreSQL version of PGlite. */
const major = '18'

const megabyte = 1024 * 1024

/** Required free space in megabytes: for a new database and its writes, and one WAL segment for an existing one. */
const roomToBegin = 96

const roomToStart = 20

/**
 * Throws a StartError with one line why no embedded database can be created in `dataDir`, or opened there. Changes
 * nothing in it: a database without its version file would count as absent, and be replaced by a new one.
 */
export function checkDataDir(dataDir: string, flush: Flush = toDisk): void {
  const place = join(dataDir, 'db')
  const isNew = !existsSync(place)
  const fault =
    faultOfRoom(dataDir, isNew ? roomToBegin : roomToStart) ??
    faultOfFlushing(dataDir, flush) ??
    (isNew ? undefined : faultOfDatabase(place))
  if (fault) throw new StartError(`DATA_DIR ${dataDir} ${fault}`)
}

function faultOfRoom(dataDir: string, needed: number): string | undefined {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = Math.floor((bavail * bsize) / megabyte)
  return free < needed
    ? `has no room for the database: ${needed} MB are needed, and ${free} MB of its disk are free`
    : undefined
}

function faultOfFlushing(dataDir: string, flush: Flush): string | undefined {
  const probe = join(dataDir, 'flush.probe')
  try {
    const fd = openSync(probe, 'w')
    try {
      writeSync(fd, 'kept')
      flush.content(fd)
      flush.everything(fd)
    } finally {
      closeSync(fd)
      rmSync(probe)
    }
  } catch (error) {
    return `is on a file system that cannot keep the database safe: ${messageOf(error)}`
  }
}

function faultOfDatabase(place: string): string | undefined {
  try {
    const version = readVersion(place)
    if (version === undefined)
      return 'holds something in db that is no database, or not all of one: its PG_VERSION is missing. Bring back a copy of it, or move db away to begin anew'
    if (version !== major)
      return `holds a database of PostgreSQL ${version}, and this release opens those of ${major}. Start the release that made it, and move the site with a backup`
    checkAccess(place)
  } catch (error) {
    return `holds a database that cannot be used: ${messageOf(error)}`
  }
}

function readVersion(place: string): string | undefined {
  try {
    return readFileSync(join(place, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Files of another user, as after a start as root, or on a read-only disk. */
function checkAccess(place: string) {
  const { R_OK, W_OK, X_OK } = constants
  accessSync(place, R_OK | W_OK | X_OK)
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true }))
    accessSync(join(entry.parentPath, entry.name), entry.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK)
}

type Lock = { release(): void }

/**
 * Locks `dataDir` for this process. It is a kernel lock (held by SQLite on `lock.sqlite`), so it is released however
 * the process dies; the text file beside it only tells others the owner's pid.
 */
export function lockDataDir(dataDir: string): Lock {
  const pidFile = join(dataDir, 'lock.pid')
  const lock = openLockFile(dataDir)
  try {
    lock.run('PRAGMA busy_timeout = 0')
    lock.run('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (codeOf(error) === 'SQLITE_BUSY')
      throw new StartError(`DATA_DIR ${dataDir} is in use by process ${readOwner(pidFile)}`)
    throw new StartError(`DATA_DIR ${dataDir} cannot be locked: ${messageOf(error)}`)
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  return {
    release() {
      rmSync(pidFile, { force: true })
      lock.run('ROLLBACK')
      lock.close()
    },
  }
}

function openLockFile(dataDir: string): Sqlite {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const probe = join(dataDir, 'lock.pid.new')
    writeFileSync(probe, '')
    rmSync(probe)
    const path = join(dataDir, 'lock.sqlite')
    writeFileSync(path, '', { flag: 'a', mode: 0o600 })
    return new Sqlite(path, { create: true })
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${messageOf(error)}`)
  }
}

function readOwner(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim() || '(unknown)'
  } catch {
    return '(unknown)'
  }
}

/** What the site creates in DATA_DIR; other files there are left alone. */
const ownFiles = ['lock.sqlite', 'lock.pid', 'backup.sock']

const ownFolders = ['db', 'db.new', 'media']

const forOthers = 0o077
const sticky = 0o1000

/**
 * Removes the permissions of other users of the machine in DATA_DIR: for a folder made by hand, and files of older
 * releases. Files that cannot be changed, such as another user's, are logged.
 */
export function restrictDataDir(dataDir: string, log: Log): void {
  const result: Result = { changed: 0 }
  // A library may have very many files. Its folder is restricted last, so if it is restricted already, its files are
  // too.
  for (const name of ownFolders)
    if (name !== 'media' || isOpen(join(dataDir, name))) restrictTree(join(dataDir, name), result)
  for (const name of ownFiles) restrict(join(dataDir, name), 0o600, result)
  if ((modeOf(dataDir) ?? 0) & sticky)
    log.warn(`DATA_DIR ${dataDir} is a folder for everybody: give the site one of its own`)
  else restrict(dataDir, 0o700, result)
  if (result.fault)
    log.warn(`DATA_DIR ${dataDir} is open to other users of this machine, and stays so: ${result.fault.message}`)
  else if (result.changed > 0)
    log.warn(`DATA_DIR ${dataDir} was open to other users of this machine; now it is its owner's alone`, {
      changed: result.changed,
    })
}

type Result = { changed: number; fault?: Error }

/** A folder and everything in it; links are not followed. */
export function restrictTree(folder: string, result: Result = { changed: 0 }): void {
  if (modeOf(folder) === undefined) return
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isDirectory()) restrict(path, 0o700, result)
      else if (entry.isFile()) restrict(path, 0o600, result)
    }
  } catch (error) {
    note(error, result)
  }
  restrict(folder, 0o700, result)
}

function restrict(path: string, mode: number, result: Result) {
  try {
    if (!isOpen(path)) return
    chmodSync(path, mode)
    result.changed++
  } catch (error) {
    note(error, result)
  }
}

function note(error: unknown, result: Result) {
  result.fault ??= error instanceof Error ? error : new Error(String(error))
}

const isOpen = (path: string) => ((modeOf(path) ?? 0) & forOthers) !== 0
const modeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mode
