import type { Feature } from '#platform/feature'
import { activityApi } from './api'
import { personalData } from './personal-data'
import { logWrite, sweepActivity } from './store'
import { activity as table } from './table'
import { storedActivity } from './stored'

const hour = 3_600_000

export const activity: Feature = {
  api: { routes: activityApi },
  content: { tables: { activity: { table, row: storedActivity } } },
  privacy: { holds: personalData },
  listeners: [{ on: 'every', run: logWrite }],
  jobs: [{ name: 'sweep activity', every: hour, erases: true, run: sweepActivity }],
}
