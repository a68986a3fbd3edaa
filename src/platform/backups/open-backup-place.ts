import { join, resolve } from 'node:path'
import type { Config } from '#platform/config'
import { createBucketPlace, type Patience } from './bucket-place'
import { createDiskPlace } from './disk-place'
import type { BackupPlace } from './backup-place'

/** Where this site keeps its backups. */
export const openBackupPlace = (config: Pick<Config, 'dataDir' | 'backupBucket'>, patience?: Patience): BackupPlace =>
  config.backupBucket ? createBucketPlace(config.backupBucket, patience) : createDiskPlace(backupFolder(config))

/** As people read it. */
export const placeOfBackups = (config: Pick<Config, 'dataDir' | 'backupBucket'>): string =>
  config.backupBucket
    ? `s3://${[config.backupBucket.bucket, config.backupBucket.prefix].filter(Boolean).join('/')}`
    : backupFolder(config)

/** Also of what is only on its way to a bucket. */
export const backupFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(resolve(dataDir), 'backups')
