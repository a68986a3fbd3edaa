import { join, resolve } from 'node:path'
import type { Config } from '#platform/config'
import { createBucketStorage, type Timeouts } from './bucket-storage'
import { createDiskStorage } from './disk-storage'
import type { BackupStorage } from './backup-storage'

/** The configured store of backups. */
export const openBackupStorage = (
  config: Pick<Config, 'dataDir' | 'backupBucket'>,
  timeouts?: Timeouts,
): BackupStorage =>
  config.backupBucket ? createBucketStorage(config.backupBucket, timeouts) : createDiskStorage(backupFolder(config))

/** For display. */
export const describeBackupStorage = (config: Pick<Config, 'dataDir' | 'backupBucket'>): string =>
  config.backupBucket
    ? `s3://${[config.backupBucket.bucket, config.backupBucket.prefix].filter(Boolean).join('/')}`
    : backupFolder(config)

/** Also contains files on their way to a bucket. */
export const backupFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(resolve(dataDir), 'backups')
