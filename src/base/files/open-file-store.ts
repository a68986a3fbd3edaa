import { join } from 'node:path'
import type { Config } from '#base/config'
import { createDiskStore } from './disk-store'
import type { FileStore } from './file-store'

/** Where this site keeps its files. */
export function openFileStore({ dataDir }: Pick<Config, 'dataDir'>): FileStore {
  return createDiskStore(join(dataDir, 'media', 'originals'))
}
