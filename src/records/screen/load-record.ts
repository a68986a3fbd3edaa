import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#base/http/client'
import type { RecordKind, RecordSummary, StoredRecord } from '#records/record'

export const recordsQuery = <Summary extends RecordSummary = RecordSummary>({ api }: Pick<RecordKind, 'api'>) =>
  queryOptions<Summary[]>({ queryKey: [`/api${api}`] })
const recordQuery = ({ api }: Pick<RecordKind, 'api'>, slug: string) => queryOptions<StoredRecord>({ queryKey: [`/api${api}`, slug] })

/** Loads a record as it is stored now, by the slug it has now; null when it is no more. */
export function useLoadRecord(kind: RecordKind): (id: number) => Promise<StoredRecord | null> {
  const client = useQueryClient()
  return useCallback(async (id) => {
    const find = async (rows: RecordSummary[]) => {
      const slug = rows.find((row) => row.id === id)?.slug
      if (slug === undefined) return null
      const record = await client.fetchQuery({ ...recordQuery(kind, slug), staleTime: 0 }).catch(noneWhenMissing)
      return record?.id === id ? record : null
    }
    const known = await client.fetchQuery(recordsQuery(kind))
    // Somebody may have given it another slug since the list was read.
    return (await find(known)) ?? find(await client.fetchQuery({ ...recordsQuery(kind), staleTime: 0 }))
  }, [client, kind])
}

function noneWhenMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}
