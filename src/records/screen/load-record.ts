import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#base/http/client'
import type { Revision, RevisionSummary } from '#records/history-contract'
import type { EditedRecord, EditedSummary, RecordKind } from '#records/record'

/** What an administrator sees of a kind: all that does not lie in the trash, or what does. */
export const recordsQuery = <Summary extends EditedSummary = EditedSummary>(
  { api }: Pick<RecordKind, 'api'>,
  status: 'all' | 'trashed' = 'all',
) => queryOptions<Summary[]>({ queryKey: [`/api${api}`, { status }] })
const recordQuery = ({ api }: Pick<RecordKind, 'api'>, slug: string) =>
  queryOptions<EditedRecord>({ queryKey: [`/api${api}`, slug, { status: 'all' }] })

/** Loads a record as it is stored now, by the slug it has now; null when it is no more. */
export function useLoadRecord(kind: RecordKind): (id: number) => Promise<EditedRecord | null> {
  const client = useQueryClient()
  return useCallback(
    async (id) => {
      const find = async (rows: EditedSummary[]) => {
        const slug = rows.find((row) => row.id === id)?.slug
        if (slug === undefined) return null
        const record = await client.fetchQuery({ ...recordQuery(kind, slug), staleTime: 0 }).catch(noneWhenMissing)
        return record?.id === id ? record : null
      }
      const known = await client.fetchQuery(recordsQuery(kind))
      // Somebody may have given it another slug since the list was read.
      return (await find(known)) ?? find(await client.fetchQuery({ ...recordsQuery(kind), staleTime: 0 }))
    },
    [client, kind],
  )
}

function noneWhenMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

/** How much of a history is loaded at once. */
export const revisionsAtOnce = 50

/** The history of a record, the newest first, or what comes before a version of it. */
export const revisionsQuery = ({ api }: Pick<RecordKind, 'api'>, id: number | string, before?: number) =>
  queryOptions<RevisionSummary[]>({
    queryKey: [`/api${api}`, id, 'revisions', { limit: revisionsAtOnce, ...(before === undefined ? {} : { before }) }],
  })

/** One version, which never changes. */
export const revisionQuery = ({ api }: Pick<RecordKind, 'api'>, id: number | string, version: number) =>
  queryOptions<Revision>({ queryKey: [`/api${api}`, id, 'revisions', version], staleTime: Number.POSITIVE_INFINITY })
