import type { Job } from '#platform/scheduler/scheduler'
import { backupJobs } from './backups/jobs'
import { restoreJobs } from './restores/jobs'
import { publishBuild } from './content/publish'
import { features } from './features'

/** Every footer names the year. */
const newYear: Job = {
  name: 'drop the pages of last year',
  at: (now) => new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 1)),
  runInEach: async ({ cacheTags }) => cacheTags.touchAll(),
}

/** Says that this build is in use, and brings back what a restored database lacks. */
const buildInUse: Job = {
  name: 'publish the assets of this build',
  every: 3_600_000,
  runInEach: ({ db, log }) => publishBuild(db, log),
}

/** All that is done by the clock. */
export const jobs: readonly Job[] = [
  ...features.flatMap((feature) => feature.jobs ?? []),
  ...backupJobs,
  ...restoreJobs,
  newYear,
  buildInUse,
]
