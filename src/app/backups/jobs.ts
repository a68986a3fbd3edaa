import type { Job } from '#platform/scheduler/scheduler'
import { backUpWhenDue } from './schedule'
import { recoverBackups } from './recover-backups'

export const backupJobs: readonly Job[] = [
  { name: 'look after backups', every: 2000, runInEach: recoverBackups },
  // A backup may take longer than any other job, so it is never reported as late.
  { name: 'back up', at: (now) => new Date(now.getTime() + 10_000), runInEach: backUpWhenDue },
]
