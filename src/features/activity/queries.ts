import { queryOptions } from '@tanstack/react-query'
import type { ActivityEntry } from './contract'

/** The filter, as in the URL's query. */
export type ActivityFilter = Partial<Record<'user' | 'action' | 'kind' | 'from' | 'to' | 'before' | 'limit', string>>

export const activityQueryOf = (filter: ActivityFilter) =>
  queryOptions<ActivityEntry[]>({ queryKey: ['/api/activity', filter], staleTime: 0 })
