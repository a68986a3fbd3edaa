import type { Feature } from '#base/feature'
import { activityApi } from './api'
import { personal } from './personal-data'
import { noteWrite, sweepActivity } from './store'
import { activity as table } from './table'

const hour = 3_600_000

export const activity: Feature = {
  api: activityApi,
  personal,
  content: { activity: { table } },
  listeners: [{ on: 'every', run: noteWrite }],
  due: [{ name: 'sweep activity', every: hour, erases: true, run: sweepActivity }],
}
