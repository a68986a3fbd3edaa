import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { kindOverview } from './contract'

const record = {
  id: 7,
  slug: 'measuring-before-building',
  title: 'Measuring before building',
  translations: { es: { title: 'Medir antes de construir', slug: 'medir-antes-de-construir' } },
  publishedAt: '2026-03-02T09:00:00.000Z',
}
const none = { count: 0, records: [] }
giveExample(kindOverview, {
  draft: none,
  scheduled: none,
  published: { count: 12, records: [record] },
  recent: 2,
})
describeFields(kindOverview, { recent: 'How many were published in the last 30 days.' })

export const operations = describe({
  getOverview:
    'Summarize drafts, scheduled and published records. By kind, the drafts that were changed last, the records that are published next, and those that were published last: their number, and three of each at most. Records without a date are counted and not listed.',
})
