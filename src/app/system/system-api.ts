import { Elysia } from 'elysia'
import { z } from 'zod'
import { jobs } from '#app/jobs'
import type { Manifest } from '#app/manifest'
import { adminOnly } from '#auth/admin-only'
import { jobReport, systemState, type JobReport } from '#contract/system'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import type { JobCount, Meter } from '#platform/metrics/meter'
import type { Job } from '#platform/jobs/scheduler'
import type { Services } from '#platform/services'
import { readSystem } from './read-system'

/** Minimum tolerance in milliseconds before a frequent job counts as late. */
const minTolerance = 300_000

giveExample(systemState, {
  version: '1.4.0',
  build: '3f9c1a7be204',
  database: { kind: 'postgres', version: '18.1', bytes: 48_234_496 },
  media: { count: 312, bytes: 734_003_200, place: 's3://acme-media/site' },
  diskFree: 21_474_836_480,
  migration: '0030_site_texts',
  processes: 2,
  listen: { state: 'connected', reason: null },
})
describeFields(systemState, {
  version: 'The version of the site.',
  build: 'Identifies the running build.',
  diskFree: 'Free bytes of the disk with `DATA_DIR`.',
  migration: 'The latest migration that was applied.',
  processes: 'The server processes on all machines; one that crashed is counted for 16 more seconds.',
  listen:
    'The connection for database notifications. `lost`: changes made by other processes are shown late; `embedded`: there are no other processes.',
  newer: 'A later release according to `UPDATE_URL`, which is requested at most once a day.',
})
describeFields(systemState.shape.database, { version: 'The version of PostgreSQL.' })
giveExample(jobReport, { name: 'send mail', state: 'ok', lastSuccess: '2026-03-02T09:00:00.000Z', failures: 0 })
describeFields(jobReport, {
  state:
    '`failing`: the last run failed; `overdue`: the last success is three intervals ago; `waiting`: before the first run.',
  failures: 'How many runs failed since the start.',
})

const operations = describe({
  getSystem: 'Get the system status.',
  listJobs: 'List scheduled jobs. The state of each job in the processes of this machine since their start.',
})

/** The state of the system. */
export const systemApi = (services: Services, manifest: () => Manifest) => {
  const startedAt = new Date().toISOString()
  return new Elysia({ prefix: '/system', tags: ['System'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', () => readSystem(services, { ...manifest(), startedAt }), {
      response: { 200: systemState },
      detail: operations.getSystem,
    })
    .get('/jobs', () => readJobs(services.meter, startedAt), {
      response: { 200: z.array(jobReport) },
      detail: operations.listJobs,
    })
}

/** The result of each job, in the order of the features. `startedAt` is the start of the process. */
function readJobs(meter: Meter, startedAt: string): JobReport[] {
  const counts = meter.jobs()
  return jobs.flatMap((job) => {
    const count = counts.get(job.name)
    return count ? [reportOf(job, count, Date.parse(startedAt))] : []
  })
}

function reportOf(job: Job, { lastSuccess, failures, failuresInARow }: JobCount, startedAt: number): JobReport {
  const isLate = Date.now() - Math.max(lastSuccess, startedAt) > toleranceOf(job)
  return {
    name: job.name,
    state: failuresInARow > 0 ? 'failing' : isLate ? 'overdue' : lastSuccess > 0 ? 'ok' : 'waiting',
    lastSuccess: lastSuccess > 0 ? new Date(lastSuccess).toISOString() : null,
    failures,
  }
}

/** Three intervals. Jobs with times of their own never count as late. */
const toleranceOf = (job: Job): number => ('every' in job ? Math.max(minTolerance, 3 * job.every) : Infinity)
