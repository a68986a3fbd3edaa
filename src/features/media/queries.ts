import { type Query, queryOptions } from '@tanstack/react-query'
import type { MediaItem, MediaPart } from './contract'

export const mediaItemQuery = (id: number) => queryOptions<MediaItem>({ queryKey: ['/api/media', id] })

/** Filters of the library. */
export type MediaFilters = { q?: string; lacks?: 'alt'; type?: 'picture'; status?: 'trashed' }

/** The first part of the library; further parts are appended when scrolling (`useMoreMedia`). */
export const mediaListQuery = (filters: MediaFilters) =>
  queryOptions<MediaPart>({
    queryKey: ['/api/media', filters],
    // Refetching would drop the appended parts and reset the scroll position.
    refetchOnWindowFocus: (query) => query.state.isInvalidated && !isLong(query),
  })

/** Items per page. */
const part = 50

/** Whether parts have been appended to this list. */
export function isLong({ queryKey: [address], state }: Pick<Query, 'queryKey' | 'state'>): boolean {
  const { items } = (state.data ?? {}) as { items?: unknown }
  return address === '/api/media' && Array.isArray(items) && items.length > part
}
