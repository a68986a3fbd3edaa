import { queryOptions } from '@tanstack/react-query'
import type { RemovalEntry, Sample } from '#contract/samples'

export const samplesQuery = () => queryOptions<Sample[]>({ queryKey: ['/api/samples'], staleTime: 0 })
export const removalsQuery = () => queryOptions<RemovalEntry[]>({ queryKey: ['/api/samples/removals'], staleTime: 0 })
