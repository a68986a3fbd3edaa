import { queryOptions } from '@tanstack/react-query'
import type { LiveVisits, VisitStatistics, VisitsFilter } from './contract'

/** By default the last 30 days. */
export const visitsQuery = (asked: Partial<VisitsFilter> = {}) =>
  queryOptions<VisitStatistics>({
    queryKey: Object.keys(asked).length > 0 ? ['/api/numbers', asked] : ['/api/numbers'],
  })
export const liveVisitsQuery = () => queryOptions<LiveVisits>({ queryKey: ['/api/numbers/live'] })
