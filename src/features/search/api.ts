import { Elysia } from 'elysia'
import { z } from 'zod'
import pLimit from 'p-limit'
import { clientAddress } from '#platform/http/request-facts'
import type { Findable } from '#platform/feature'
import type { Services } from '#platform/services'
import { createRateLimit } from '#platform/writes/throttle'
import { unavailable } from '#contract/http-error'
import { searchHit, searchQuery, searchSize, searchSizeQuery } from './contract'
import { countTexts, search } from './find'
import { operations } from './operations'
import { createRecentWrites } from '#platform/jobs/recent-writes'
import { mayLag, updateEntries } from './index-records'

/** Typing sends one or two requests a second, and many visitors may share an IP address. */
const limit = { hits: 300, seconds: 60 }
const mostWaiting = 8

/**
 * Typo-tolerant search costs far more than any other public read. Each process runs one at a time and queues a few
 * (503 beyond that), and each client address is rate-limited (429).
 */
export function createTypoLimit(isThrottled: boolean) {
  const one = pLimit(1)
  const count = createRateLimit(limit)
  return <Result>(address: string, work: () => Promise<Result>): Promise<Result> => {
    if (isThrottled) count(address)
    if (one.pendingCount >= mostWaiting) throw unavailable(new Error('Too many searches wait for misspelt words'))
    return one(work)
  }
}

export function searchApi(services: Services, sources: readonly Findable[]) {
  const { db, config } = services
  const limited = createTypoLimit(config.throttle)
  const recentWrites = createRecentWrites(services, {
    index: 'search',
    sources,
    mayLag,
    reindex: (tx, source, id) => updateEntries(tx, source, [id]),
  })
  return new Elysia({ tags: ['Search'] })
    .get('/search/size', async ({ query }) => ({ total: await countTexts(db, query.language) }), {
      query: searchSizeQuery,
      response: { 200: searchSize },
      detail: operations.countSearchableTexts,
    })
    .get(
      '/search',
      async ({ query, request }) => {
        await recentWrites.settled()
        return search(db, sources, query, (work) => limited(clientAddress(request), work))
      },
      {
        query: searchQuery,
        response: { 200: z.array(searchHit) },
        detail: operations.search,
      },
    )
}
