import { giveExample, operations as describe } from '#platform/http/operation'
import { sitePaths } from '#i18n/addresses/paths'
import { liveVisits, visitStatistics, visitEntry, visitInput, visitMoment, visitTotal } from './contract'

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
giveExample(liveVisits, { visitors: 3 })
giveExample(visitInput, { path: sitePaths.blog, referrer: 'https://news.example/today' })

const span =
  'Days are in UTC. The visitors of a range are the sum of the visitors of its days. Views are included within a minute.'

export const operations = describe({
  getVisitStatistics: `Get visit statistics. Views and visitors in a date range, and in the range of the same length before it (\`previous\`, and by day or month \`before\`). Each list has its 100 largest entries and the sum of the others as \`other\`. Pages are counted per language, referrers by host, campaigns as \`utm_source / utm_campaign\`; searches are listed if at least two visitors made them on the same day. ${span}`,
  exportVisitStatistics: {
    text: `Export visit statistics as CSV. The columns are \`list\`, \`key\`, \`views\` and \`visitors\`; \`list\` is \`day\` or \`month\`, \`page\`, \`referrer\`, \`language\`, \`device\`, \`campaign\` or \`search\`. ${span}`,
    answers: { 200: { description: 'The CSV file.', file: 'list,key,views,visitors\r\n' } },
  },
  countCurrentVisitors:
    'Get the number of current visitors. Visitors of the last five minutes. Counts of other processes are included within a minute.',
  recordVisit: {
    text: 'Record a page view. Sent by the site for navigation in the browser. The response is always the same; views of unknown paths, of robots, and more than 60 a minute from one client address are not counted.',
    idempotent: false,
  },
})
