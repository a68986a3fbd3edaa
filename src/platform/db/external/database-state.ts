import { sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { checkMigrated } from '#platform/db/migrate'
import type { Log } from '#platform/log/log'
import { within } from '#platform/within'
import type { Connections } from './connections'
import { isPassing } from './server-faults'
import { type Inspection, ReadOnlyServer } from './servers'
import { refusal } from './start-faults'

/** The state of the database as this process knows it. */
export type DatabaseState = {
  /** The database was migrated and filled by this release. */
  isPrepared: boolean
  /** The start found no primary: this server is only read from until there is one. */
  isReadOnly: boolean
  /** The error that ends the start, since a retry cannot help. */
  fault: unknown
}

/** Prepares the database before it is used first; one that is read-only is checked instead. */
export async function prepareOnce(
  state: DatabaseState,
  connections: Connections,
  { found, log, prepare }: { found: Inspection; log: Log; prepare: (db: Database) => Promise<void> },
): Promise<void> {
  if (state.isPrepared) return
  await connections.withDedicatedConnection(async (fresh) => {
    await within(2000, fresh.execute(sql`select 1`))
    try {
      if (found.isReadOnly) {
        await checkMigrated(fresh, state.isReadOnly ? undefined : log)
      } else {
        await prepare(fresh)
        state.isPrepared = true
      }
    } catch (error) {
      if (!isPassing(error)) state.fault = refusal(error) ?? error
      throw error
    }
  })
}

/** Logs when the database stops or begins to take writes. */
export function noteWrites(state: DatabaseState, server: string, found: Inspection, log: Log): void {
  if (found.isReadOnly && !state.isReadOnly)
    log.warn('The database takes no writes: they are refused until a server accepts them', {
      error: new ReadOnlyServer(found, server),
    })
  else if (!found.isReadOnly && state.isReadOnly) log.info('The database accepts writes again')
  state.isReadOnly = found.isReadOnly
}
