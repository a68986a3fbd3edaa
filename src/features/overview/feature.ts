import type { SQL } from 'drizzle-orm'
import type { Feature } from '#platform/feature'
import { overviewApi } from './api'

/** What was published last, what comes next and what is a draft, for the dashboard. `selects`: one for each kind. */
export const overviewFeature = (selects: readonly SQL[]): Feature => ({
  api: { routes: (services) => overviewApi(services, selects) },
})
