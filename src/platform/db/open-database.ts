import { existsSync } from 'node:fs'
import type { Config } from '#platform/config'
import type { Log } from '#platform/log/log'
import type { Database, OpenDatabase } from './database'
import { compileEngine } from './embedded/compile-engine'
import { restrictDataDir } from './embedded/data-dir'

/**
 * Opens the configured database. `prepare` runs before the first request. If an external server is unreachable, it
 * resolves nevertheless: everything fails with `unavailable()` until the server responds and is prepared. A read-only
 * server is used for reads meanwhile if it has all migrations.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseListenUrl'>>,
  log: Log,
  prepare: (db: Database) => Promise<void>,
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    // The library's files may be there nevertheless.
    if (existsSync(config.dataDir)) restrictDataDir(config.dataDir, log)
    const { openExternal } = await import('./external/external')
    return openExternal({ url: config.databaseUrl, listenUrl: config.databaseListenUrl }, log, prepare)
  } else {
    const engine = compileEngine()
    const { openEmbedded } = await import('./embedded/embedded')
    return openEmbedded(config.dataDir, log, prepare, engine)
  }
}
