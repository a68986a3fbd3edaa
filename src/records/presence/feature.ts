import type { Feature } from '#platform/feature'
import { presenceApi } from './api'
import { sweepWindows, publishPresence } from './store'
import { openWindows } from './table'

/** Which records are open in which windows. `kinds` are those that can be opened. */
export const presence = (kinds: () => readonly string[]): Feature => ({
  api: { routes: (services) => presenceApi(services, kinds()) },
  content: { passing: [openWindows] },
  jobs: [
    { name: 'tell which windows are open', every: 2000, wakes: ['open windows'], runInEach: publishPresence },
    { name: 'forget windows that were closed', every: 60_000, run: sweepWindows },
  ],
})
