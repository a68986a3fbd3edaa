import { queryOptions } from '@tanstack/react-query'
import type { KindOverview } from './contract'

export const overviewQuery = () => queryOptions<KindOverview[]>({ queryKey: ['/api/overview'], staleTime: 0 })
