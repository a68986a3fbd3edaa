import { createAdministrator, ensureSetupCode, hasAdministrator } from '#auth/store'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { isMigrated, migrateDatabase } from '#platform/db/migrate'
import { createChanges } from '#platform/events/changes'
import { createCacheTags } from '#platform/cache/cache-tags'
import { unavailable } from '#contract/http-error'
import type { Log } from '#platform/log/log'

/** Prepares the database for requests, whatever its state; several processes may do so at the same time. */
export async function prepareContent(db: Database, config: Config, log: Log): Promise<void> {
  await migrateDatabase(db, log)
  if (!config.seedDemo || (await hasAdministrator(db))) return
  const [{ fillWhenEmpty }, { createServices }] = await Promise.all([import('./fill'), import('#app/services')])
  const announces = config.databaseUrl !== undefined
  const cacheTags = createCacheTags({ announces })
  await fillWhenEmpty(createServices({ config, db, cacheTags, changes: createChanges({ announces }), log }))
}

/** Creates the configured administrator if there is none; resolves to the set-up code if there still is none. */
export async function prepareAdministrator(db: Database, { admin }: Pick<Config, 'admin'>): Promise<string | null> {
  if (await hasAdministrator(db)) return null
  if (!admin) return ensureSetupCode(db)
  await createAdministrator(db, admin).catch(async (error: unknown) => {
    // Another process has created it at the same moment.
    if (!(await hasAdministrator(db))) throw error
  })
  return null
}

/** For a worker: waits until the parent process has prepared the database. */
export async function awaitPrepared(db: Database): Promise<void> {
  if (!(await isMigrated(db))) throw unavailable(new Error('The database is not migrated yet'))
}
