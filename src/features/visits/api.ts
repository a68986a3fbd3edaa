import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { readBodyText } from '#platform/http/bodies'
import { documentedAs, describeFields, giveExample, operations as describe } from '#platform/http/operation'
import type { Services } from '#platform/services'
import {
  liveVisits,
  visitStatistics,
  visitsFilter,
  visitInput,
  type VisitStatistics,
  type VisitsFilter,
  visitEntry,
  visitMoment,
  visitTotal,
} from './contract'
import { createBeaconCount } from './count-page'
import { toCsv } from '#text/csv'
import { readLive, readVisits } from './store'
import { sitePaths } from '#i18n/addresses/paths'

const counts = { views: 412, visitors: 187 }
giveExample(visitTotal, counts)
giveExample(visitMoment, { date: '2026-10-05', ...counts })
giveExample(visitEntry, { key: sitePaths.blog, ...counts })
giveExample(visitStatistics, {
  referrers: [{ key: 'news.example', views: 31, visitors: 24 }],
  languages: [{ key: 'en', ...counts }],
  devices: [{ key: 'phone', ...counts }],
  campaigns: [{ key: 'newsletter / spring', views: 18, visitors: 15 }],
  searches: [{ key: 'sensors', views: 9, visitors: 7 }],
})
describeFields(visitMoment, { date: '`YYYY-MM-DD`, or `YYYY-MM` by month.' })
describeFields(visitEntry, {
  key: 'A path, host, language, device, campaign (`utm_source / utm_campaign`) or search; `other` for the sum of those that are not listed.',
})
describeFields(visitStatistics, {
  previous: 'The range of the same length before.',
  series: 'The range by day or month.',
  before: 'The range of the same length before, by day or month.',
})
giveExample(visitInput, { path: sitePaths.blog, referrer: 'https://news.example/today' })

const span =
  'Days are in UTC. The visitors of a range are the sum of the visitors of its days. Views are included within a minute.'

const operations = describe({
  getVisitStatistics: `Get visit statistics. The views and visitors of a date range. Each list has its 100 largest entries. Pages are counted per language; searches are listed if at least two visitors made them on the same day. ${span}`,
  exportVisitStatistics: {
    text: `Export visit statistics as CSV. The columns are \`list\`, \`key\`, \`views\` and \`visitors\`; \`list\` is \`day\` or \`month\`, \`page\`, \`referrer\`, \`language\`, \`device\`, \`campaign\` or \`search\`. ${span}`,
    answers: { 200: { description: 'The CSV file.', file: 'list,key,views,visitors\r\n' } },
  },
  countCurrentVisitors:
    'Get the number of current visitors. Those of the last five minutes. Counts of other processes are included within a minute.',
  recordVisit: {
    text: 'Record a page view. Sent by the site for navigation in the browser. The response is always the same; views of unknown paths, of robots, and more than 60 a minute from one client address are not counted.',
    idempotent: false,
  },
})

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
    { list: by, entries: visits.series.map(({ date, ...sums }) => ({ key: date, ...sums })) },
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
