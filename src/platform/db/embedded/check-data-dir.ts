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
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#platform/start-error'
import { type Flush, toDisk } from './durable-files'

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
    return `is on a file system that cannot keep the database safe: ${reasonOf(error)}`
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
    return `holds a database that cannot be used: ${reasonOf(error)}`
  }
}

function readVersion(place: string): string | undefined {
  try {
    return readFileSync(join(place, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
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

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
