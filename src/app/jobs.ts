import type { Job } from '#platform/jobs/scheduler'
import { backupJobs } from './backups/jobs'
import { restoreJobs } from './backups/run-restore'
import { publishBuild } from './content/start-up'
import { resetJob } from './demo/demo'
import { features } from './features'

/** Every footer contains the year. */
const newYear: Job = {
  name: 'expire pages at new year',
  at: (now) => new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 1)),
  runInEach: async ({ cacheTags }) => cacheTags.touchAll(),
}

/**
 * Marks this build as used, and restores its assets if a restored database lacks them. Also at shutdown: a process that
 * ends before the first run may be replaced by another build.
 */
const buildInUse: Job = {
  name: 'publish build assets',
  every: 3_600_000,
  // With an external database they are published before the process listens.
  atStart: ({ config }) => config.databaseUrl === undefined,
  atStop: true,
  runInEach: ({ db, log }) => publishBuild(db, log),
}

/** All recurring jobs. */
export const jobs: readonly Job[] = [
  ...features.flatMap((feature) => feature.jobs ?? []),
  ...backupJobs,
  ...restoreJobs,
  newYear,
  buildInUse,
  resetJob,
]
