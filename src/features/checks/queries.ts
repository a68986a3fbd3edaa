import { queryOptions } from '@tanstack/react-query'
import type { CheckedRecord } from './contract'

export const checksQuery = () => queryOptions<CheckedRecord[]>({ queryKey: ['/api/checks'], staleTime: 0 })
