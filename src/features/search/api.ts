import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Services } from '#base/services'
import { searchHit, searchQuery } from './contract'
import { search } from './find'
import { searchOperation } from './operations'

export const searchApi = ({ db }: Services) =>
  new Elysia().get('/search', ({ query }) => search(db, query), {
    query: searchQuery,
    response: { 200: z.array(searchHit) },
    detail: searchOperation,
  })
