import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HttpError } from '../http/http-error'
import type { Log } from '../log'
import type { Database, OpenDatabase } from './database'
import { within } from './gate'
import { lockDataDir } from './lock'
import { createTurns, type Turns } from './turns'

/** How long a request waits for its turn, and how long one transaction may hold up the others; milliseconds. */
const patience = 1800
const longestTransaction = 5000

/** PGlite in `dataDir`, which belongs to this process until it ends; see `openDatabase`. */
export async function openEmbedded(dataDir: string, _log: Log, prepare: (db: Database) => Promise<void>): Promise<OpenDatabase> {
  const lock = lockDataDir(dataDir)
  try {
    const pglite = await openDirectory(dataDir)
    const turns = createTurns()
    const unhurried = drizzle({ client: takingTurns(pglite, turns, Infinity, Infinity), casing: 'snake_case' })
    await prepare(unhurried)
    let isOpen = true
    return {
      db: drizzle({ client: takingTurns(pglite, turns, patience, longestTransaction), casing: 'snake_case' }),
      atLeisure: (work) => work(unhurried),
      isReady: () => isOpen,
      async close() {
        isOpen = false
        await turns.take(() => pglite.close(), Infinity)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Memory is what a small site has least of: the default of 128 MB shared buffers doubles the process. */
export const startPglite = (directory?: string) =>
  PGlite.create({ dataDir: directory, startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'] })

/** A new database is made beside its place and moved there when it is whole, so a start that is killed leaves nothing half made. */
async function openDirectory(dataDir: string): Promise<PGlite> {
  const place = join(dataDir, 'db')
  if (!existsSync(place)) {
    const making = join(dataDir, 'db.new')
    rmSync(making, { recursive: true, force: true })
    const fresh = await startPglite(making)
    await fresh.close()
    renameSync(making, place)
  }
  return startPglite(place)
}

/** PGlite has one connection, and an open transaction blocks it: whoever waits for it does so here, and can still leave. */
function takingTurns(pglite: PGlite, turns: Turns, waitLimit: number, holdLimit: number): PGlite {
  const query: PGlite['query'] = (...call) => turns.take(() => pglite.query(...call), waitLimit)
  const transaction: PGlite['transaction'] = (work) =>
    turns.take(() => pglite.transaction((tx) => limited(holdLimit, work(tx))), waitLimit).catch(rethrowPlainly)
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
