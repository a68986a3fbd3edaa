import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '#client/api-error'
import type { MediaItem, MediaPart } from '#features/media/contract'
import { isLong, mediaItemQuery } from '#features/media/queries'

/** Follows what this window writes in the lists that are loaded, however long they are, instead of reading them again. */
export function useMediaCache() {
  const client = useQueryClient()
  return useMemo(() => createMediaCache(client), [client])
}

export function createMediaCache(client: QueryClient) {
  const lists = () => client.getQueriesData<MediaPart>({ predicate: ({ queryKey }) => isList(queryKey) })

  function inLists(change: (items: MediaItem[], key: QueryKey) => MediaItem[]) {
    for (const [key] of lists())
      client.setQueryData<MediaPart>(key, (part) => part && { ...part, items: change(part.items, key) })
  }

  /** As this window knows it, from its details or from a list. */
  function known(id: number): MediaItem | undefined {
    return (
      client.getQueryData(mediaItemQuery(id).queryKey) ??
      lists()
        .flatMap(([, part]) => part?.items ?? [])
        .find((item) => item.id === id)
    )
  }

  function put(item: MediaItem) {
    client.setQueryData(mediaItemQuery(item.id).queryKey, item)
    inLists((items, key) =>
      isOfTrash(key) === isTrashed(item)
        ? items.map((one) => (one.id === item.id ? item : one))
        : items.filter(({ id }) => id !== item.id),
    )
  }

  /** It is new in a list of the whole; lists of a part are read again when they are next looked at. */
  function bring(item: MediaItem) {
    put(item)
    inLists((items, key) =>
      isWhole(key) && !isTrashed(item) && !items.some(({ id }) => id === item.id)
        ? [item, ...items].toSorted(newestFirst)
        : items,
    )
    void client.invalidateQueries({ predicate: ({ queryKey }) => isList(queryKey) && !isWhole(queryKey) })
  }

  /** Refetches filtered lists, whose matches may have changed, unless parts have been appended to them. */
  async function findAnew() {
    const isNarrowed = ({ queryKey }: Query) => isList(queryKey) && !isWhole(queryKey)
    await client.invalidateQueries({ predicate: isNarrowed, refetchType: 'none' })
    await client.refetchQueries({ type: 'active', predicate: (query) => isNarrowed(query) && !isLong(query) })
  }

  return {
    /** It is new in the library, or in its trash. */
    bring,
    put,
    drop: (gone: number) => {
      inLists((items) => items.filter(({ id }) => id !== gone))
      client.removeQueries({ queryKey: mediaItemQuery(gone).queryKey })
    },
    /** It was changed elsewhere, or by what uses it: read by itself, and laid where it is shown. */
    follow: async (id: number) => {
      const before = known(id)
      try {
        const now = before && (await client.fetchQuery({ ...mediaItemQuery(id), staleTime: 0 }))
        if (now && before && isTrashed(now) !== isTrashed(before)) bring(now)
        else if (now) put(now)
        // What uses it is no part of its version, and found by nothing.
        if (now?.version !== before?.version || !before) await findAnew()
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) inLists((items) => items.filter((one) => one.id !== id))
        else await client.invalidateQueries({ queryKey: mediaItemQuery(id).queryKey, refetchType: 'none' })
      }
    },
  }
}

const isList = ([path, wanted]: QueryKey) => path === '/api/media' && typeof wanted === 'object' && wanted !== null

const isOfTrash = ([, wanted]: QueryKey) =>
  typeof wanted === 'object' && wanted !== null && 'status' in wanted && wanted.status === 'trashed'

const isTrashed = ({ trashedAt }: MediaItem) => trashedAt !== undefined

/** Whether a query has no words or filters. */
const isWhole = ([, wanted]: QueryKey) => Object.keys(wanted ?? {}).length === 0

/** Files that are sent at the same time arrive in any order. */
const newestFirst = (one: MediaItem, other: MediaItem) => other.id - one.id
