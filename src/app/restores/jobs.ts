import type { Job } from '#platform/scheduler/scheduler'
import { openRestores } from './store'
import type { Services } from '#platform/services'
import { failRestore } from './run-restore'

/** Ends restores whose process is gone: their transaction was rolled back. */
export const recoverRestores = (services: Services): Promise<void> =>
  openRestores.runDue(services, { work: ({ row }) => failRestore(services, row, 'stopped') })

export const restoreJobs: readonly Job[] = [
  {
    name: 'recover restores',
    every: 2000,
    wakes: ['restore'],
    untilDue: (services) => openRestores.untilDue(services),
    runInEach: recoverRestores,
  },
]
