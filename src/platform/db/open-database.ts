import { existsSync } from 'node:fs'
import type { Config } from '#platform/config'
import type { Log } from '#platform/log/log'
import type { Database, OpenDatabase } from './database'
import { restrictDataDir } from './embedded/restrict-data-dir'

/**
 * Opens the database that `config` names. `prepare` runs before any request gets through. An external server may be
 * away: then this resolves all the same, everything fails with `unavailable()`, and once the server answers it is
 * prepared and used. One that takes no writes is read from meanwhile, where it has all migrations already.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseListenUrl'>>,
  log: Log,
  prepare: (db: Database) => Promise<void>,
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    // The files of the library lie there all the same.
    if (existsSync(config.dataDir)) restrictDataDir(config.dataDir, log)
    const { openExternal } = await import('./external/external')
    return openExternal({ url: config.databaseUrl, listenUrl: config.databaseListenUrl }, log, prepare)
  } else {
    const { openEmbedded } = await import('./embedded/embedded')
    return openEmbedded(config.dataDir, log, prepare)
  }
}
