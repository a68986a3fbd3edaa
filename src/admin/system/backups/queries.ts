import { queryOptions } from '@tanstack/react-query'
import type { Backup, BackupSettings } from '#contract/backups'

/** Poll interval in milliseconds while a backup runs, for its size. */
const pollInterval = 2000

export const backupsQuery = () =>
  queryOptions<Backup[]>({
    queryKey: ['/api/backups'],
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) => (data.some(isRunning) ? pollInterval : false),
  })
export const backupSettingsQuery = () =>
  queryOptions<BackupSettings>({ queryKey: ['/api/settings/backups'], staleTime: 0 })

export const isRunning = ({ state }: Backup): boolean => state === 'running'

/** The latest finished backup, if it has failed. */
export const failedLast = (backups: readonly Backup[]): Backup | undefined => {
  const last = backups.find((one) => !isRunning(one))
  return last?.state === 'failed' ? last : undefined
}
