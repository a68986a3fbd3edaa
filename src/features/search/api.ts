import { Elysia } from 'elysia'
import { z } from 'zod'
import { clientAddress } from '#platform/http/request-facts'
import type { Findable } from '#platform/feature'
import type { Services } from '#platform/services'
import { searchHit, searchQuery } from './contract'
import { search } from './find'
import { operations } from './operations'
import { createRecentWrites } from './recent-writes'
import { createTypoLimit } from './typo-limit'

export function searchApi(services: Services, sources: readonly Findable[]) {
  const { db, config } = services
  const limited = createTypoLimit(config.throttle)
  const recentWrites = createRecentWrites(services, sources)
  return new Elysia({ tags: ['Search'] }).get(
    '/search',
    async ({ query, request }) => {
      await recentWrites.settled()
      return search(db, query, (work) => limited(clientAddress(request), work))
    },
    {
      query: searchQuery,
      response: { 200: z.array(searchHit) },
      detail: operations.search,
    },
  )
}
