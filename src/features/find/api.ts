import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Services } from '#platform/services'
import { visitorLanguage } from '#i18n/visitor-language'
import { findParameters, foundEntry } from './contract'
import { find, type FindSources } from './find'
import { operations } from './operations'

export const findApi = (services: Services, sources: () => FindSources) =>
  new Elysia({ tags: ['Search'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/find', ({ query, request }) => find(services.db, sources(), query, visitorLanguage(request)), {
      query: findParameters,
      response: { 200: z.array(foundEntry) },
      detail: operations.find,
    })
