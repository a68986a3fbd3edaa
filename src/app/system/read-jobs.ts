import { jobs } from '#app/jobs'
import type { JobReport } from '#contract/system'
import type { JobCount, Meter } from '#platform/metrics/meter'
import type { Job } from '#platform/scheduler/scheduler'

/** Work that is done every few seconds may be late for as long: milliseconds. */
const leastPatience = 300_000

/** How each job went, in the order in which the features name them. `startedAt` is when the process did. */
export function readJobs(meter: Meter, startedAt: string): JobReport[] {
  const counts = meter.jobs()
  return jobs.flatMap((job) => {
    const count = counts.get(job.name)
    return count ? [reportOf(job, count, Date.parse(startedAt))] : []
  })
}

function reportOf(job: Job, { lastSuccess, failures, failuresInARow }: JobCount, startedAt: number): JobReport {
  const isLate = Date.now() - Math.max(lastSuccess, startedAt) > patienceWith(job)
  return {
    name: job.name,
    state: failuresInARow > 0 ? 'failing' : isLate ? 'overdue' : lastSuccess > 0 ? 'ok' : 'waiting',
    lastSuccess: lastSuccess > 0 ? new Date(lastSuccess).toISOString() : null,
    failures,
  }
}

/** Three of its intervals. What has times of its own is not late by any clock that is known here. */
const patienceWith = (job: Job): number => ('every' in job ? Math.max(leastPatience, 3 * job.every) : Infinity)
