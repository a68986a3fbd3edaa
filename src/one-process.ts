import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dir, '../node_modules/.cache')
/** Milliseconds: the duration of an install or a build on a slow machine. */
const longestWait = 600_000

/**
 * Runs `work` under a lock of this name for this checkout; other processes wait. The lock is a file lock of SQLite, so it
 * ends with its process however that dies. Works before any package is installed.
 */
export async function inOneProcess<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(folder, { recursive: true })
  const lock = new Database(join(folder, `${name}.lock`), { create: true })
  try {
    lock.run(`PRAGMA busy_timeout = ${longestWait}`)
    lock.run('BEGIN EXCLUSIVE')
    return await work()
  } finally {
    lock.close()
  }
}
