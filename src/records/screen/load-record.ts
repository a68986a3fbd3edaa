import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#client/api-error'
import type { Counted } from '#contract/list-pages'
import { isRecord } from '#text/parse-json'
import type { Revision, RevisionSummary } from '#records/history/history-contract'
import type { EditedPart } from '#records/api/queries'
import type { EditedRecord, EditedSummary, RecordKind, StatusFilter } from '#records/kind/record'

/** A kind's records for administrators: everything outside the trash, or the trash. */
export const recordsQuery = <Summary extends EditedSummary = EditedSummary>(
  { api }: Pick<RecordKind, 'api'>,
  status: 'all' | 'trashed' = 'all',
) => queryOptions<Summary[]>({ queryKey: [`/api${api}`, { status }] })

/** Page size of lists that are longer than `longList`. */
export const recordsAtOnce = 100
export const longList = 200

export type RecordsPart = EditedPart & { status: StatusFilter }

/** A page of a list, filtered and sorted by the server. */
export const recordsPartQuery = <Summary extends EditedSummary = EditedSummary>(
  { api }: Pick<RecordKind, 'api'>,
  part: RecordsPart,
) => queryOptions<Counted<Summary>>({ queryKey: [`/api${api}`, part], meta: { counted: true } })

/** Only the number of records. */
export const recordCountQuery = (kind: Pick<RecordKind, 'api'>, status: 'all' | 'trashed' = 'all') =>
  recordsPartQuery(kind, { status, limit: 1 })

const recordQuery = ({ api }: Pick<RecordKind, 'api'>, slug: string) =>
  queryOptions<EditedRecord>({ queryKey: [`/api${api}`, slug, { status: 'all' }] })

/** The record with an id; the API's own path needs its slug. */
const recordOfIdQuery = ({ api }: Pick<RecordKind, 'api'>, id: number) =>
  queryOptions<EditedSummary[]>({ queryKey: [`/api${api}`, { status: 'all', id }] })

/** Loads a record as currently stored, by its current slug; null if it was deleted. */
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
      // Its slug may have changed since the list was read.
      return (
        (await find(recordsAtHand(client, kind))) ??
        find(await client.fetchQuery({ ...recordOfIdQuery(kind, id), staleTime: 0 }))
      )
    },
    [client, kind],
  )
}

/** All cached records of a kind, or the first page of a long list. */
export function useRecordsAtHand(kind: Pick<RecordKind, 'api'>): EditedSummary[] | undefined {
  const { data: counted } = useQuery(recordCountQuery(kind))
  const isLong = counted !== undefined && counted.total > longList
  const { data: part } = useQuery({
    ...recordsPartQuery(kind, { status: 'all', limit: recordsAtOnce }),
    enabled: isLong,
  })
  const { data: whole } = useQuery({ ...recordsQuery(kind), enabled: counted !== undefined && !isLong })
  return isLong ? part?.rows : whole
}

/** The cached list rows, of complete lists and of pages. */
const recordsAtHand = (client: QueryClient, { api }: Pick<RecordKind, 'api'>): EditedSummary[] =>
  client
    .getQueriesData<EditedSummary[] | Counted<EditedSummary>>({
      predicate: ({ queryKey: [address, asked, ...rest] }) =>
        address === `/api${api}` && isRecord(asked) && 'status' in asked && rest.length === 0,
    })
    .flatMap(([, listed]) => (Array.isArray(listed) ? listed : (listed?.rows ?? [])))

/** For a query that has failed: null for a 404. */
export function noneWhenMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

/** Page size of a history. */
export const revisionsAtOnce = 50

/** The history of a record, newest first, optionally before a version. */
export const revisionsQuery = ({ api }: { api: string }, id: number | string, before?: number) =>
  queryOptions<RevisionSummary[]>({
    queryKey: [`/api${api}`, id, 'revisions', { limit: revisionsAtOnce, ...(before === undefined ? {} : { before }) }],
  })

/** One version, which never changes. */
export const revisionQuery = ({ api }: { api: string }, id: number | string, version: number) =>
  queryOptions<Revision>({ queryKey: [`/api${api}`, id, 'revisions', version], staleTime: Number.POSITIVE_INFINITY })

/** The username of whoever saved a record last, if known. */
export async function lastSaver(
  client: QueryClient,
  kind: Pick<RecordKind, 'api'>,
  id: number | string,
): Promise<string | undefined> {
  const revisions = await client.fetchQuery({ ...revisionsQuery(kind, id), staleTime: 0 }).catch(() => [])
  return revisions[0]?.savedBy?.username
}
