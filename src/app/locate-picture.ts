import { existsSync } from 'node:fs'
import { fileAt } from '#app/manifest'
import type { Database } from '#platform/db/database'

const ownPicture = /^\/images\/[\w-]+\.(?:avif|gif|jpe?g|png|svg|webp)$/

/** The picture at a path: an item of the library, or one of those built in. */
export const locatePicture =
  <Located>(inLibrary: (db: Database, path: string) => Promise<Located | undefined>) =>
  async (db: Database, path: string): Promise<Located | { name: string; path: string } | undefined> => {
    if (!ownPicture.test(path)) return inLibrary(db, path)
    const file = fileAt(`public${path}`)
    return existsSync(file) ? { name: path.slice(1), path: file } : undefined
  }
