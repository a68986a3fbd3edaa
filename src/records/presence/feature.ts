import type { Feature } from '#platform/feature'
import { presenceApi } from './api'
import { sweepWindows, publishPresence } from './store'
import { openWindows } from './table'

/** Who has what open. `kinds` are those of what can be. */
export const presence = (kinds: () => readonly string[]): Feature => ({
  api: { routes: (services) => presenceApi(services, kinds()) },
  content: { passing: [openWindows] },
  jobs: [
    { name: 'tell which windows are open', every: 2000, runInEach: publishPresence },
    { name: 'forget windows that were closed', every: 60_000, run: sweepWindows },
  ],
})
