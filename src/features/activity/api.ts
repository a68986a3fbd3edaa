import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Services } from '#platform/services'
import { activityEntry, activityQuery } from './contract'
import { operations } from './operations'
import { listActivity } from './store'

export const activityApi = (services: Services) =>
  new Elysia({ tags: ['Activity'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/activity', ({ query }) => listActivity(services.db, query), {
      query: activityQuery,
      response: { 200: z.array(activityEntry) },
      detail: operations.listActivity,
    })
