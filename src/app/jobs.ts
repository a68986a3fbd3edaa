import type { Due } from '#base/scheduler'
import { publishBuild } from './content/publish'
import { features } from './features'

/** Every footer names the year. */
const newYear: Due = {
  name: 'drop the pages of last year',
  at: (now) => new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 1)),
  runInEach: async ({ freshness }) => freshness.touchAll(),
}

/** Says that this build is in use, and brings back what a restored database lacks. */
const buildInUse: Due = {
  name: 'publish the assets of this build',
  every: 3_600_000,
  runInEach: ({ db, log }) => publishBuild(db, log),
}

/** All that is done by the clock. */
export const dueWork: readonly Due[] = [...features.flatMap((feature) => feature.due ?? []), newYear, buildInUse]
