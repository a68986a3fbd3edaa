import type { Config } from '#platform/config'
import { href } from '#i18n/addresses/href'
import type { Log } from '#platform/log/log'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { readFileSync } from 'node:fs'
import { type Asset, publishAssets } from '#platform/assets/feature'
import type { Database } from '#platform/db/database'
import { fileAt, readManifest, type StaticFile } from '#app/manifest'
import { createAdministrator, ensureSetupCode, hasAdministrator } from '#auth/store'
import { isMigrated, migrateDatabase } from '#platform/db/migrate'
import { createChanges } from '#platform/events/changes'
import { createCacheTags } from '#platform/cache/cache-tags'
import { unavailable } from '#contract/http-error'

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

/**
 * Stores this build's assets in the database for processes of other builds: their visitors may have a page of ours, and
 * the next build serves our pages that are still open. Development builds are not stored.
 */
export async function publishBuild(db: Database, log: Log): Promise<void> {
  const own = new Map(
    readManifest()
      .files.filter(({ immutable, kept }) => immutable && !kept)
      .map((file) => [file.path, file]),
  )
  if (![...own.values()].some(({ compressed }) => compressed.br)) return
  try {
    await publishAssets(db, [...own.keys()], (path) => toAsset(own.get(path)!))
  } catch (error) {
    log.warn('The assets of this build could not be stored in the database', { error })
  }
}

function toAsset({ path, file, type, etag, modified, compressed }: StaticFile): Asset {
  return {
    path,
    type,
    etag,
    modified,
    encoding: compressed.br ? 'br' : null,
    body: new Uint8Array(readFileSync(fileAt(compressed.br ?? file))),
  }
}

export const listeningAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Warns at the start about settings that are fine for trying the site out and wrong in production. */
export function warnAboutSettings({ siteUrl, throttle }: Config, log: Log): void {
  if (!siteUrl)
    log.warn(
      'SITE_URL is unset: links and cookies follow the address of each request. Set it before the site goes public.',
    )
  if (!throttle) log.warn('THROTTLE=0: forms and logins are not throttled.')
}

/**
 * Prints how to create the first administrator, with the only origin whose forms are accepted; `code` is null when there
 * is one already.
 */
export function announceSetupCode(code: string | null, address: string, log: Log): void {
  const reachable = address.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, '//localhost')
  if (code !== null)
    log.print(`Set-up code: ${code}\nCreate the administrator with it at ${reachable}${href(adminPaths.login)}`)
}
