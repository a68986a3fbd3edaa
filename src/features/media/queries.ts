import { type Query, queryOptions } from '@tanstack/react-query'
import type { MediaItem, MediaPart } from './contract'

export const mediaItemQuery = (id: number) => queryOptions<MediaItem>({ queryKey: ['/api/media', id] })

/** What of the library is wanted. */
export type Wanted = { q?: string; lacks?: 'alt'; type?: 'picture'; status?: 'trashed' }

/** The beginning of the library; what is scrolled to is laid behind it (`useMoreMedia`). */
export const mediaListQuery = (wanted: Wanted) =>
  queryOptions<MediaPart>({
    queryKey: ['/api/media', wanted],
    // Whoever has scrolled far is not sent back because another window was looked at.
    refetchOnWindowFocus: (query) => query.state.isInvalidated && !isLong(query),
  })

/** As many items as one part has. */
const part = 50

/** Somebody has scrolled on in this list. */
export function isLong({ queryKey: [address], state }: Pick<Query, 'queryKey' | 'state'>): boolean {
  const { items } = (state.data ?? {}) as { items?: unknown }
  return address === '/api/media' && Array.isArray(items) && items.length > part
}
