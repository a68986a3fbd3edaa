import { Database as Sqlite } from 'bun:sqlite'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#platform/start-error'

export type Lock = { release(): void }

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
    if (isBusy(error)) throw new StartError(`DATA_DIR ${dataDir} is in use by process ${readOwner(pidFile)}`)
    throw new StartError(`DATA_DIR ${dataDir} cannot be locked: ${reasonOf(error)}`)
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
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${reasonOf(error)}`)
  }
}

function readOwner(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim() || '(unknown)'
  } catch {
    return '(unknown)'
  }
}

const isBusy = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
