import type { QueryClient } from '@tanstack/react-query'
import type { LibraryPicture, Pictures } from '#base/pictures/forms'

type Told = { pictures?: Pictures; rows?: Told[] } | null | undefined

/** What answers tell of the pictures that they name (`shown` of the library). */
export const libraryPictures =
  (queries: QueryClient) =>
  (src: string): LibraryPicture | undefined => {
    // Most addresses are none of the library's.
    if (!src.includes('/media/')) return undefined
    for (const { state } of queries.getQueryCache().getAll())
      for (const told of [state.data as Told | Told[]].flat())
        for (const part of [told, ...(told?.rows ?? [])]) if (part?.pictures?.[src]) return part.pictures[src]
    return undefined
  }
