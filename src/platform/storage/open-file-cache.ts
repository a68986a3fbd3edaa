import { join } from 'node:path'
import type { Config } from '#platform/config'
import { createFileCache, type FileCache } from './file-cache'

/** Maximum bytes of generated pictures on the disk. */
const mostMade = 4 * 1024 ** 3

const known = new Map<string, FileCache>()

/** The picture cache of this process: one instance for all callers, so that nothing is made twice. */
export function openFileCache({ dataDir }: Pick<Config, 'dataDir'>): FileCache {
  const folder = join(dataDir, 'media', 'made')
  const made = known.get(folder) ?? createFileCache(folder, mostMade)
  known.set(folder, made)
  return made
}
