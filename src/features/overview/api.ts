import type { SQL } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Services } from '#platform/services'
import { kindOverview } from './contract'
import { operations } from './operations'
import { readOverview } from './store'

export const overviewApi = (services: Services, selects: readonly SQL[]) =>
  new Elysia({ tags: ['Dashboard'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/overview', () => readOverview(services.db, selects), {
      response: { 200: z.array(kindOverview) },
      detail: operations.getOverview,
    })
