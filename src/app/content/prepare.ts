import { features } from '#app/features'
import { createAdministrator, ensureSetupCode, hasAdministrator } from '#auth/store'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { isMigrated, migrateDatabase } from '#platform/db/migrate'
import { createChanges } from '#platform/events/changes'
import { createCacheTags } from '#platform/cache/cache-tags'
import { unavailable } from '#contract/http-error'
import type { Log } from '#platform/log/log'

/** Makes the database ready for requests, whatever state it is in; any number of processes may do so at once. */
export async function prepareContent(db: Database, config: Config, log: Log): Promise<void> {
  await migrateDatabase(db, log)
  for (const { jobs = [] } of features) for (const { atStart } of jobs) await atStart?.(db, config)
  if (!config.seedDemo) return
  const [{ fillWhenEmpty }, { createServices }] = await Promise.all([import('./fill'), import('#app/services')])
  const announces = config.databaseUrl !== undefined
  const cacheTags = createCacheTags({ announces })
  await fillWhenEmpty(createServices({ config, db, cacheTags, changes: createChanges({ announces }), log }))
}

/**
 * Makes the administrator that `config` names when there is none; resolves to the set-up code when there still is none.
 */
export async function prepareAdministrator(db: Database, { admin }: Pick<Config, 'admin'>): Promise<string | null> {
  if (await hasAdministrator(db)) return null
  if (!admin) return ensureSetupCode(db)
  await createAdministrator(db, admin).catch(async (error: unknown) => {
    // Another process that started at the same moment was first.
    if (!(await hasAdministrator(db))) throw error
  })
  return null
}

/** For a worker: waits until the parent process has prepared the database. */
export async function awaitPrepared(db: Database): Promise<void> {
  if (!(await isMigrated(db))) throw unavailable(new Error('The database is not migrated yet'))
}
