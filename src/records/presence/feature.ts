import type { Feature } from '#platform/feature'
import { presenceApi } from './api'
import { sweepWindows, publishPresence } from './store'
import { openWindows } from './table'

/** Which records are open in which windows. `kinds` are those that can be opened. */
export const presence = (kinds: () => readonly string[]): Feature => ({
  api: { routes: (services) => presenceApi(services, kinds()) },
  content: { passing: [openWindows] },
  jobs: [
    { name: 'publish presence', every: 2000, wakes: ['open windows'], runInEach: publishPresence },
    { name: 'delete closed windows', every: 60_000, run: sweepWindows },
  ],
})
