import { queryOptions } from '@tanstack/react-query'
import type { LiveNumbers, Numbers, NumbersQuery } from './contract'

/** By default the last 30 days. */
export const visitNumbersQuery = (asked: Partial<NumbersQuery> = {}) =>
  queryOptions<Numbers>({ queryKey: Object.keys(asked).length > 0 ? ['/api/numbers', asked] : ['/api/numbers'] })
export const liveNumbersQuery = () => queryOptions<LiveNumbers>({ queryKey: ['/api/numbers/live'] })
