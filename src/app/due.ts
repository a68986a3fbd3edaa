import type { Due } from '#base/due'
import { features } from './features'

/** Every footer names the year. */
const newYear: Due = {
  name: 'drop the pages of last year',
  at: (now) => new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 1)),
  runInEach: async ({ freshness }) => freshness.touchAll(),
}

/** All that is done by the clock. */
export const dueWork: readonly Due[] = [...features.flatMap((feature) => feature.due ?? []), newYear]
