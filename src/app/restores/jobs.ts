import type { Job } from '#platform/scheduler/scheduler'
import { abandonedRestores, untilAbandoned } from './store'
import type { Services } from '#platform/services'
import { failRestore, runningRestores } from './run-restore'

/** Ends restores whose process is gone: their transaction was rolled back. */
export async function recoverRestores(services: Services): Promise<void> {
  for (const row of await abandonedRestores(services.db, services.config, runningRestores.keys()))
    await failRestore(services, row, 'stopped')
}

export const restoreJobs: readonly Job[] = [
  {
    name: 'recover restores',
    every: 2000,
    wakes: ['restore'],
    untilDue: ({ db, config }) => untilAbandoned(db, config, runningRestores.keys()),
    runInEach: recoverRestores,
  },
]
