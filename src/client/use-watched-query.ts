import { type QueryKey, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'

/**
 * The state of a query that another part of the screen loads: observing it fetches nothing, never suspends and never
 * throws.
 */
export function useWatchedQuery<Data>(query: UseQueryOptions<Data, Error, Data, QueryKey>): UseQueryResult<Data> {
  return useQuery({ ...query, enabled: false })
}
