import { join } from 'node:path'
import type { Config } from '#platform/config'
import { createBucketStore } from './bucket-store'
import { createDiskStore } from './disk-store'
import type { FileStore } from './file-store'

/** Where this site keeps its files. */
export function openFileStore({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): FileStore {
  return bucket
    ? createBucketStore(bucket, { folder: incomingFolder({ dataDir }) })
    : createDiskStore(join(dataDir, 'media', 'originals'))
}

/** Files that are only passing through. */
export const incomingFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'media', 'incoming')
