import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dir, '../node_modules/.cache')
/** Milliseconds: an install or a build on a slow machine. */
const longestWait = 600_000

/**
 * Runs `work` while no other process runs work of this name in this checkout: whoever comes meanwhile waits. The lock
 * is the kernel's (SQLite holds it), so it ends with its process however that dies. It needs nothing that is installed.
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
