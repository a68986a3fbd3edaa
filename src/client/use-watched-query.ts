import { type QueryKey, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'

/**
 * How a query stands that a region of the screen loads. What watches it asks for nothing by itself, and neither waits
 * nor fails.
 */
export function useWatchedQuery<Data>(query: UseQueryOptions<Data, Error, Data, QueryKey>): UseQueryResult<Data> {
  return useQuery({ ...query, enabled: false })
}
