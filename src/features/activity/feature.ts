import type { Feature } from '#platform/feature'
import { activityApi } from './api'
import { personalData, logWrite, sweepActivity } from './store'
import { activity as table } from './table'
import { plainText } from '#text/schema'
import { storedLine } from '#text/stored-schema'
import { activityEntry } from './contract'

const { action, kind } = activityEntry.shape

/** The schemas of an entry in archives. */
const storedActivity = {
  action,
  kind,
  username: plainText(256).nullable(),
  recordId: plainText(500).nullable(),
  title: plainText(10_000),
  address: storedLine(500),
  device: plainText(2000),
}

const hour = 3_600_000

export const activity: Feature = {
  api: { routes: activityApi },
  content: { tables: { activity: { table, row: storedActivity } } },
  privacy: { holds: personalData },
  listeners: [{ on: 'every', run: logWrite }],
  jobs: [{ name: 'sweep activity', every: hour, erases: true, run: sweepActivity }],
}
