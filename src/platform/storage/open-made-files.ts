import { join } from 'node:path'
import type { Config } from '#platform/config'
import { createMadeFiles, type MadeFiles } from './made-files'

/** Bytes that made pictures may take on the disk. */
const mostMade = 4 * 1024 ** 3

const known = new Map<string, MadeFiles>()

/** The picture cache of this process: one instance for all callers, so that nothing is made twice. */
export function madeFiles({ dataDir }: Pick<Config, 'dataDir'>): MadeFiles {
  const folder = join(dataDir, 'media', 'made')
  const made = known.get(folder) ?? createMadeFiles(folder, mostMade)
  known.set(folder, made)
  return made
}
