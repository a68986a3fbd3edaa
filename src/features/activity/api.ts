import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Services } from '#platform/services'
import { activityEntry, activityQuery } from './contract'
import { describeFields, operations as describe } from '#platform/http/operation'
import { listActivity } from './store'

describeFields(activityEntry, { recordId: 'The id of the record, or its name.' })

const operations = describe({
  listActivity:
    'List activity. The audit log, newest first. An entry is written in the transaction of the change that it records, never modified, and deleted after 400 days. Actions of visitors are not recorded.',
})

export const activityApi = (services: Services) =>
  new Elysia({ tags: ['Activity'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/activity', ({ query }) => listActivity(services.db, query), {
      query: activityQuery,
      response: { 200: z.array(activityEntry) },
      detail: operations.listActivity,
    })
