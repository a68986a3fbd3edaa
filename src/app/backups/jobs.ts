import type { Job } from '#platform/scheduler/scheduler'
import { backUpWhenDue } from './schedule'
import { untilAbandoned } from './store'
import { runningBackups } from './make-backup'
import { recoverBackups, scanBackupStorage } from './recover-backups'

const minute = 60_000
const nextMinute = (now: Date) => new Date((Math.floor(now.getTime() / minute) + 1) * minute)

export const backupJobs: readonly Job[] = [
  {
    name: 'recover backups',
    every: 2000,
    wakes: ['backup'],
    untilDue: ({ db, config }) => untilAbandoned(db, config, runningBackups),
    runInEach: recoverBackups,
  },
  { name: 'scan the backups', every: 3_600_000, atStart: true, runInEach: scanBackupStorage },
  // The schedule is by the hour. A backup may take longer than any other job, so it is never reported as late.
  { name: 'back up', at: nextMinute, runInEach: backUpWhenDue },
]
