import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useMemo, useCallback } from 'react'
import { ApiError, send } from '#client/api-error'
import type { MediaItem, MediaPart } from '../contract'
import { isLong, mediaItemQuery } from '../queries'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { useFailureToast } from '#records/editor/saving/failure'

/** Applies this window's writes to the loaded lists, instead of reading them again. */
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

  /** The item as known in this window, from its details or from a list. */
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

  /** Adds it to the unfiltered list; filtered lists are invalidated. */
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
    /** Adds a new item to the library, or to its trash. */
    bring,
    put,
    drop: (gone: number) => {
      inLists((items) => items.filter(({ id }) => id !== gone))
      client.removeQueries({ queryKey: mediaItemQuery(gone).queryKey })
    },
    /** Changed elsewhere, or its uses have: reads the item, and updates it in the lists. */
    follow: async (id: number) => {
      const before = known(id)
      try {
        const now = before && (await client.fetchQuery({ ...mediaItemQuery(id), staleTime: 0 }))
        if (now && before && isTrashed(now) !== isTrashed(before)) bring(now)
        else if (now) put(now)
        // Its uses are not part of its version, and not searchable.
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

/** Parallel uploads finish in any order. */
const newestFirst = (one: MediaItem, other: MediaItem) => other.id - one.id

/** Restores an item from the trash, with a toast. */
export function useRestoreMedia() {
  const t = useText()
  const toast = useToast()
  const showFailure = useFailureToast()
  const cache = useMediaCache()
  const withSession = useWithSession()
  return useCallback(
    async ({ id, name }: Pick<MediaItem, 'id' | 'name'>) => {
      try {
        cache.bring(await withSession(() => send<MediaItem>('POST', `/api/media/${id}/restore`, {})))
        toast({ title: t('life.restored'), description: t('media.restoredText', { name }) })
      } catch (error) {
        showFailure(error, t('media.restoreFailed'))
      }
    },
    [cache, showFailure, t, toast, withSession],
  )
}
