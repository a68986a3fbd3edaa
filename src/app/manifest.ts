import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Language } from '#i18n/language'
import type { Sheet } from '#i18n/addresses/routing'
import { StartError } from '#platform/start-error'

/** What the build leaves for the server: addresses for the head of pages, and every file that may be served. */
export type Manifest = {
  version: string
  /** Names this build: the same for the same files. */
  build: string
  site: SiteAssets
  admin: AreaAssets
  files: StaticFile[]
  /** Brotli bytes by group, for people and for the benchmark. */
  sizes: Record<string, number>
}

export type AreaAssets = {
  style: string
  entry: string
  /** Modules that bring a page alive, each after those that it needs. */
  modules: string[]
  catalogs: Record<Language, string[]>
}

/** `style` is what all public pages share, `sheets` what some of them need, `later` what comes with the scripts. */
export type SiteAssets = AreaAssets & {
  sheets: Record<Sheet, string>
  extras: Record<Extra, string>
  later: string
}

/** Styles of what the frame of a page has only where its owner wants it. */
export const extras = ['announcement', 'submenu', 'logo', 'long-name', 'crowded', 'overfull'] as const
export type Extra = (typeof extras)[number]

/** A file that is served under `path`; `file` and its compressed forms are found relative to the project. */
export type StaticFile = {
  path: string
  file: string
  type: string
  size: number
  etag: string
  modified: string
  immutable: boolean
  /** Of so many builds before, for pages that are still open. */
  kept?: number
  compressed: Partial<Record<'br' | 'gzip' | 'zstd', string>>
}

const root = resolve(import.meta.dir, '../..')

/** Where a file is, of which the manifest says where it is in the project. */
export const fileAt = (path: string): string => resolve(root, path)

/** Throws a StartError where there is no build. */
export function readManifest(dist = 'dist'): Manifest {
  const path = resolve(dist, 'manifest.json')
  if (!existsSync(path)) throw new StartError(`There is no ${path}: start from the folder of the site, after a build`)
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}
