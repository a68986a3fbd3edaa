import { giveExample, operations as describe } from '#platform/http/operation'
import { sitePaths } from '#i18n/addresses/paths'
import { liveNumbers, numbers, visitEntry, visitInput, visitMoment, visitTotal } from './contract'

const counts = { views: 412, visitors: 187 }
giveExample(visitTotal, counts)
giveExample(visitMoment, { date: '2026-10-05', ...counts })
giveExample(visitEntry, { key: sitePaths.blog, ...counts })
giveExample(numbers, {
  referrers: [{ key: 'news.example', views: 31, visitors: 24 }],
  languages: [{ key: 'en', ...counts }],
  devices: [{ key: 'phone', ...counts }],
  campaigns: [{ key: 'newsletter / spring', views: 18, visitors: 15 }],
  searches: [{ key: 'sensors', views: 9, visitors: 7 }],
})
giveExample(liveNumbers, { visitors: 3 })
giveExample(visitInput, { path: sitePaths.blog, referrer: 'https://news.example/today' })

const span =
  'Days are those of UTC. Visitors of a span are the sum of its days. What was counted is told within a minute.'

export const operations = describe({
  readNumbers: {
    summary: 'Read how the site is visited',
    description: `Views and visitors of a span, and of the span of the same length before it. Each list tells its 100 greatest, then all others together as \`other\`. Pages have an address in each language. Referrers are hosts, campaigns \`utm_source / utm_campaign\`, searches what at least two visitors typed on one day. ${span}`,
  },
  downloadNumbers: {
    summary: 'Download how the site is visited',
    description: `The same as a table with the columns \`list\`, \`key\`, \`views\` and \`visitors\`; \`list\` is \`day\` or \`month\`, \`page\`, \`referrer\`, \`language\`, \`device\`, \`campaign\` or \`search\`. ${span}`,
    answers: { 200: { description: 'The table.', file: 'list,key,views,visitors\r\n' } },
    finds: false,
  },
  readLiveNumbers: {
    summary: 'Read how many visitors are there',
    description: 'Those of the last five minutes; what other processes have counted comes in within a minute.',
  },
  countVisit: {
    summary: 'Count a page that a visitor has gone on to',
    description:
      'Pages of the site send it as visitors go on inside them. Whatever is sent, the answer is the same; what is no public page, comes from a robot, or is more than 60 in a minute from an address counts nothing.',
    idempotent: false,
  },
})
