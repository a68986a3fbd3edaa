import type { Feature, FindFile } from '#platform/feature'
import type { Services } from '#platform/services'
import { visitsApi } from './api'
import { createPageCount } from './count-page'
import { dataHeaders } from '#platform/http/security-headers'
import { deleteOld } from './store'
import { endDays, storeVisits } from './store-visits'
import { visitCounts as table, visitKeys, seenVisitors, visitWriters } from './table'
import { z } from 'zod'
import { plainText } from '#text/schema'
import { storedCount } from '#text/stored-schema'
import { countedLists } from './contract'

/** The schemas of a row in archives. */
const storedVisitCounts = {
  path: plainText(12_288),
  list: z.enum(countedLists),
  day: z.iso.date(),
  key: plainText(12_288),
  views: storedCount,
  visitors: storedCount,
}

const path = '/.well-known/gpc.json'

/** Serves `/.well-known/gpc.json`, which declares that the site respects `Sec-GPC`. */
function createGpc({ config }: Pick<Services, 'config'>): FindFile {
  const headers = () => ({
    ...dataHeaders(config),
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache',
  })
  return async (asked) => (asked.path === path ? new Response('{ "gpc": true }\n', { headers: headers() }) : undefined)
}

const minute = 60_000
const nextMidnight = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))

export const visits: Feature = {
  api: { routes: visitsApi, pageSeen: createPageCount, files: createGpc },
  content: {
    tables: { numbers: { table, row: storedVisitCounts } },
    passing: [seenVisitors, visitWriters],
    staying: [visitKeys],
  },
  jobs: [
    { name: 'store visits', every: minute, runInEach: storeVisits, atStop: true },
    { name: 'close the day of visits', at: nextMidnight, runInEach: endDay },
    {
      name: 'delete visitor keys',
      every: 5 * minute,
      atStart: true,
      runInEach: ({ db }) => endDays(db),
    },
    { name: 'delete old visits', every: 60 * minute, erases: true, run: (tx) => deleteOld(tx) },
  ],
}

async function endDay(services: Services): Promise<void> {
  await storeVisits(services)
  await endDays(services.db)
}
