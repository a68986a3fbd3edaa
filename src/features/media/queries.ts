import { queryOptions } from '@tanstack/react-query'
import type { MediaItem, MediaPart } from './contract'

export const mediaItemQuery = (id: number) => queryOptions<MediaItem>({ queryKey: ['/api/media', id] })

/** What of the library is wanted. */
export type Wanted = { q?: string; lacks?: 'alt'; type?: 'picture' }

/** The beginning of the library; what is scrolled to is laid behind it (`useMoreMedia`). */
export const mediaListQuery = (wanted: Wanted) =>
  queryOptions<MediaPart>({
    queryKey: ['/api/media', wanted],
    // Whoever has scrolled far is not sent back because another window was looked at.
    refetchOnWindowFocus: false,
  })
