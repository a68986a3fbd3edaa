import { queryOptions } from '@tanstack/react-query'
import type { Import, ImportEntry } from '#features/imports/contract'

/** Milliseconds between two looks at one that is being carried out. */
const glance = 1000

export const importsQuery = () => queryOptions<ImportEntry[]>({ queryKey: ['/api/imports'], staleTime: 0 })

export const importQuery = (id: string) =>
  queryOptions<Import>({
    queryKey: ['/api/imports', id],
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? glance : false),
  })
