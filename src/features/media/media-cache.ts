import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MediaItem, MediaPart } from './contract'
import { mediaItemQuery } from './queries'

/** Follows what this window writes in the lists that are loaded, however long they are, instead of reading them again. */
export function useMediaCache() {
  const client = useQueryClient()
  return useMemo(() => {
    const inLists = (change: (items: MediaItem[], isWhole: boolean) => MediaItem[]) => {
      for (const [key] of client.getQueriesData<MediaPart>({ predicate: ({ queryKey }) => isList(queryKey) }))
        client.setQueryData<MediaPart>(key, (part) => part && { ...part, items: change(part.items, isWhole(key)) })
    }
    return {
      /** It is new in the library: lists of a part of it are read again when they are next looked at. */
      add: (item: MediaItem) => {
        client.setQueryData(mediaItemQuery(item.id).queryKey, item)
        inLists((items, whole) =>
          whole && !items.some(({ id }) => id === item.id) ? [item, ...items].toSorted(newestFirst) : items,
        )
        void client.invalidateQueries({ predicate: ({ queryKey }) => isList(queryKey) && !isWhole(queryKey) })
      },
      put: (item: MediaItem) => {
        client.setQueryData(mediaItemQuery(item.id).queryKey, item)
        inLists((items) => items.map((one) => (one.id === item.id ? item : one)))
      },
      drop: (gone: number) => {
        inLists((items) => items.filter(({ id }) => id !== gone))
        client.removeQueries({ queryKey: mediaItemQuery(gone).queryKey })
      },
    }
  }, [client])
}

const isList = ([path, wanted]: QueryKey) => path === '/api/media' && typeof wanted === 'object' && wanted !== null

/** What is asked for without words or filters. */
const isWhole = ([, wanted]: QueryKey) => Object.keys(wanted ?? {}).length === 0

/** Files that are sent at the same time arrive in any order. */
const newestFirst = (one: MediaItem, other: MediaItem) => other.id - one.id
