import { queryOptions } from '@tanstack/react-query'
import type { Backup, BackupSettings } from '#contract/backups'

/** Milliseconds between two looks at one that runs: how large it is by now. */
const glance = 2000

export const backupsQuery = () =>
  queryOptions<Backup[]>({
    queryKey: ['/api/backups'],
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) => (data.some(isRunning) ? glance : false),
  })
export const backupSettingsQuery = () =>
  queryOptions<BackupSettings>({ queryKey: ['/api/settings/backups'], staleTime: 0 })

export const isRunning = ({ state }: Backup): boolean => state === 'running'

/** The newest that has ended, if it has failed: whatever begins or succeeds after it is the news then. */
export const failedLast = (backups: readonly Backup[]): Backup | undefined => {
  const last = backups.find((one) => !isRunning(one))
  return last?.state === 'failed' ? last : undefined
}
