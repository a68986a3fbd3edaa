import { queryOptions } from '@tanstack/react-query'
import { ApiError, readAnswer } from '#client/api-error'
import type { ArchiveSummary } from '#contract/archive-summary'
import type { Backup } from '#contract/backups'
import type { Restore } from '#contract/restores'
import { readSummary } from './read-summary'

/** A backup of the list, or one that lies on the machine of whoever asks. */
export type Source = Pick<Backup, 'id' | 'bytes'> | File

/** What an archive says of itself; null for a file that is none. */
export const summaryOf = (source: Source) =>
  source instanceof File
    ? queryOptions<ArchiveSummary | null>({
        queryKey: ['archive', source.name, source.size, source.lastModified],
        queryFn: () => readSummary(source),
        staleTime: 0,
        retry: false,
      })
    : queryOptions<ArchiveSummary | null>({ queryKey: ['/api/backups', source.id, 'summary'] })

/** `ended`: whoever asks is logged out; `gone`: there is no such restore. */
export type Standing = Restore | { state: 'ended' | 'gone' }

/** Milliseconds between two looks. */
const glance = 1000

/** How far a restore is. That everybody is logged out by it is no failure of this query. */
export const restoreQuery = (id: string) =>
  queryOptions<Standing>({
    queryKey: ['/api/restores', id],
    queryFn: async ({ signal }) => {
      try {
        return await readAnswer<Restore>(await fetch(`/api/restores/${encodeURIComponent(id)}`, { signal }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return { state: 'ended' }
        if (error instanceof ApiError && error.status === 404) return { state: 'gone' }
        throw error
      }
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.state === 'running' ? glance : false),
  })
