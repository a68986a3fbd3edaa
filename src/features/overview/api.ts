import type { SQL } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Services } from '#platform/services'
import { kindOverview } from './contract'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { readOverview } from './store'

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

const operations = describe({
  getOverview:
    'Summarize drafts, scheduled and published records. By kind, the drafts that were changed last, the records that are published next, and those that were published last: their number, and three of each at most. Records without a date are counted and not listed.',
})

export const overviewApi = (services: Services, selects: readonly SQL[]) =>
  new Elysia({ tags: ['Dashboard'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/overview', () => readOverview(services.db, selects), {
      response: { 200: z.array(kindOverview) },
      detail: operations.getOverview,
    })
