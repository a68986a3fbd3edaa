import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { readBodyText } from '#platform/http/bodies'
import { documentedAs } from '#platform/http/operation'
import type { Services } from '#platform/services'
import {
  liveVisits,
  visitStatistics,
  visitsFilter,
  visitInput,
  type VisitStatistics,
  type VisitsFilter,
} from './contract'
import { createBeaconCount } from './count-page'
import { toCsv } from '#text/csv'
import { operations } from './operations'
import { readLive, readVisits } from './store'

const longestBody = 32_768

export const visitsApi = (services: Services) =>
  new Elysia({ tags: ['Visits'] })
    .use(visitorRoutes(services))
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/numbers', ({ query }) => readVisits(services.db, query), {
      query: visitsFilter,
      response: { 200: visitStatistics },
      detail: operations.getVisitStatistics,
    })
    .get('/numbers.csv', async ({ query }) => csvFile(visitsCsv(await readVisits(services.db, query), query.by)), {
      query: visitsFilter,
      detail: operations.exportVisitStatistics,
    })
    .get('/numbers/live', () => readLive(services), {
      response: { 200: liveVisits },
      detail: operations.countCurrentVisitors,
    })

const csvFile = (text: string): Response =>
  new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="numbers.csv"`,
    },
  })

/** The visits of a date range as CSV, a row for each day or month and for each entry of the lists. */
function visitsCsv(visits: VisitStatistics, by: VisitsFilter['by']): string {
  const parts = [
    { list: by, entries: visits.series.map(({ date: key, ...counts }) => ({ key, ...counts })) },
    { list: 'page', entries: visits.pages },
    { list: 'referrer', entries: visits.referrers },
    { list: 'language', entries: visits.languages },
    { list: 'device', entries: visits.devices },
    { list: 'campaign', entries: visits.campaigns },
    { list: 'search', entries: visits.searches },
  ]
  return toCsv([
    ['list', 'key', 'views', 'visitors'],
    ...parts.flatMap(({ list, entries }) =>
      entries.map(({ key, views, visitors }) => [list, key, String(views), String(visitors)]),
    ),
  ])
}

/** Public; the response is the same whatever is sent. */
const visitorRoutes = (services: Services) => {
  const countVisit = createBeaconCount(services)
  return new Elysia()
    .onParse({ as: 'scoped' }, ({ request }) => readSent(request))
    .post(
      '/visits',
      async ({ body, request, set }) => {
        set.status = 204
        if (body) await countVisit(request, body)
      },
      { body: visitBody, detail: operations.recordVisit },
    )
}

const visitBody = visitInput.nullable().catch(null)
documentedAs.set(visitBody, visitInput)

/** The JSON body whatever its content type, which beacons do not set; null when it is too long or invalid. */
async function readSent(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await readBodyText(request, longestBody))
  } catch {
    return null
  }
}
