import { readFileSync } from 'node:fs'
import { type Asset, publishAssets } from '#platform/assets/store'
import type { Database } from '#platform/db/database'
import type { Log } from '#platform/log/log'
import { fileAt, readManifest, type StaticFile } from '#app/manifest'

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
