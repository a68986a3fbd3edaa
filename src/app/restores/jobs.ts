import type { Job } from '#platform/scheduler/scheduler'
import { abandonedRestores } from '#platform/restores/store'
import type { Services } from '#platform/services'
import { failRestore, ours } from './carry-out-restore'

/** Ends restores whose process is gone: the site is what it was before. */
export async function recoverRestores(services: Services): Promise<void> {
  for (const row of await abandonedRestores(services.db, services.config, ours.keys()))
    await failRestore(services, row, 'stopped')
}

export const restoreJobs: readonly Job[] = [{ name: 'look after restores', every: 2000, runInEach: recoverRestores }]
