import type { QueryClient } from '@tanstack/react-query'
import type { Documents, LibraryPicture, Pictures } from '#contract/picture-variants'

type Told = { pictures?: Pictures; documents?: Documents; rows?: Told[] } | null | undefined

/** The library files that responses include for the pictures they contain (`shown`). */
export const libraryPictures = (queries: QueryClient) => {
  function find(src: string, of?: 'pictures'): LibraryPicture | undefined
  function find(src: string, of: 'documents'): { bytes: number } | undefined
  function find(src: string, of: 'pictures' | 'documents' = 'pictures') {
    // Most addresses are none of the library's.
    if (!src.includes('/media/')) return undefined
    for (const { state } of queries.getQueryCache().getAll())
      for (const told of [state.data as Told | Told[]].flat())
        for (const part of [told, ...(told?.rows ?? [])]) if (part?.[of]?.[src]) return part[of][src]
    return undefined
  }
  return find
}
