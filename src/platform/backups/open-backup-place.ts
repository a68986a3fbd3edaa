import { join, resolve } from 'node:path'
import type { Config } from '#platform/config'
import { createBucketPlace, type Timeouts } from './bucket-place'
import { createDiskPlace } from './disk-place'
import type { BackupPlace } from './backup-place'

/** Where this site keeps its backups. */
export const openBackupPlace = (config: Pick<Config, 'dataDir' | 'backupBucket'>, patience?: Timeouts): BackupPlace =>
  config.backupBucket ? createBucketPlace(config.backupBucket, patience) : createDiskPlace(backupFolder(config))

/** As people read it. */
export const describeBackupPlace = (config: Pick<Config, 'dataDir' | 'backupBucket'>): string =>
  config.backupBucket
    ? `s3://${[config.backupBucket.bucket, config.backupBucket.prefix].filter(Boolean).join('/')}`
    : backupFolder(config)

/** Also of what is only on its way to a bucket. */
export const backupFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(resolve(dataDir), 'backups')
