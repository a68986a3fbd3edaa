import { Elysia } from 'elysia'
import { z } from 'zod'
import { clientAddress } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { searchHit, searchQuery } from './contract'
import { search } from './find'
import { operations } from './operations'
import { createTypoLimit } from './typo-limit'

export function searchApi({ db, config }: Services) {
  const limited = createTypoLimit(config.throttle)
  return new Elysia({ tags: ['Search'] }).get(
    '/search',
    ({ query, request }) => search(db, query, (work) => limited(clientAddress(request), work)),
    {
      query: searchQuery,
      response: { 200: z.array(searchHit) },
      detail: operations.search,
    },
  )
}
