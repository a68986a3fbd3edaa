import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Language } from '#i18n/language'
import type { Sheet } from '#i18n/addresses/routing'
import { StartError } from '#platform/start-error'

/** The build's data for the server: URLs for the head of pages, and every file that may be served. */
export type Manifest = {
  version: string
  /** Identifies this build by its files. */
  build: string
  site: SiteAssets
  admin: AreaAssets
  files: StaticFile[]
  /** Brotli bytes by group, for display and for the benchmark. */
  sizes: Record<string, number>
}

export type AreaAssets = {
  style: string
  entry: string
  /** Modules needed for hydration, each after its dependencies. */
  modules: string[]
  catalogs: Record<Language, string[]>
}

/** `style` is shared by all public pages, `sheets` are needed by some, `later` is loaded with the scripts. */
export type SiteAssets = AreaAssets & {
  sheets: Record<Sheet, string>
  extras: Record<Extra, string>
  later: string
}

/** Style sheets of optional parts of the page frame. */
export const extras = ['announcement', 'submenu', 'logo', 'long-name', 'crowded', 'tight', 'overfull'] as const
export type Extra = (typeof extras)[number]

/** A file that is served under `path`; `file` and its compressed forms are relative to the project. */
export type StaticFile = {
  path: string
  file: string
  type: string
  size: number
  etag: string
  modified: string
  immutable: boolean
  /** The age in builds of an older file, kept for pages that are still open. */
  kept?: number
  compressed: Partial<Record<'br' | 'gzip' | 'zstd', string>>
}

const root = resolve(import.meta.dir, '../..')

/** The absolute path of a file in the manifest. */
export const fileAt = (path: string): string => resolve(root, path)

/** Throws a StartError if there is no build. */
export function readManifest(dist = 'dist'): Manifest {
  const path = resolve(dist, 'manifest.json')
  if (!existsSync(path)) throw new StartError(`There is no ${path}: start from the folder of the site, after a build`)
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}
