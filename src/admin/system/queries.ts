import { queryOptions } from '@tanstack/react-query'
import type { JobReport, SystemState } from '#contract/system'
import type { Backup, BackupSettings } from '#contract/backups'

/** Poll interval in milliseconds of an open screen. */
const pollInterval = 30_000

export const systemQuery = () =>
  queryOptions<SystemState>({ queryKey: ['/api/system'], staleTime: 0, refetchInterval: pollInterval })
export const jobsQuery = () =>
  queryOptions<JobReport[]>({ queryKey: ['/api/system/jobs'], staleTime: 0, refetchInterval: pollInterval })

/** Poll interval in milliseconds while a backup runs, for its size. */
const sizeInterval = 2000

export const backupsQuery = () =>
  queryOptions<Backup[]>({
    queryKey: ['/api/backups'],
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) => (data.some(isRunning) ? sizeInterval : false),
  })
export const backupSettingsQuery = () =>
  queryOptions<BackupSettings>({ queryKey: ['/api/settings/backups'], staleTime: 0 })

export const isRunning = ({ state }: Backup): boolean => state === 'running'

/** The latest finished backup, if it has failed. */
export const failedLast = (backups: readonly Backup[]): Backup | undefined => {
  const last = backups.find((one) => !isRunning(one))
  return last?.state === 'failed' ? last : undefined
}
