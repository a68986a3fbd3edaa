import { queryOptions } from '@tanstack/react-query'
import type { Import, ImportEntry } from '../contract'

/** Poll interval in milliseconds while an import runs. */
const pollInterval = 1000

export const importsQuery = () => queryOptions<ImportEntry[]>({ queryKey: ['/api/imports'], staleTime: 0 })

export const importQuery = (id: string) =>
  queryOptions<Import>({
    queryKey: ['/api/imports', id],
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? pollInterval : false),
  })
