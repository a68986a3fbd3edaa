import { queryOptions } from '@tanstack/react-query'
import type { SecondFactor } from './contract'

export const secondFactorQuery = () =>
  queryOptions<SecondFactor>({ queryKey: ['/api/account/second-factor'], staleTime: 0 })
