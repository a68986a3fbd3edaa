import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { sitePaths } from '#i18n/addresses/paths'
import { visitStatistics, visitEntry, visitInput, visitMoment, visitTotal } from './contract'

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

export const operations = describe({
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
