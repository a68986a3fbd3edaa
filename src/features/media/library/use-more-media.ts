import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keyToPath } from '#client/query-client'
import { readAnswer } from '#client/api-error'
import type { MediaPart } from '../contract'
import { mediaListQuery, type Wanted } from '../queries'

/** Loads the next part of the library and appends it: in large parts, because each causes a layout of the whole grid. */
export function useMoreMedia(wanted: Wanted, next: number | null) {
  const client = useQueryClient()
  const { queryKey } = mediaListQuery(wanted)
  const { mutate, isPending, isError } = useMutation({
    networkMode: 'always',
    mutationFn: async (before: number) => {
      const path = keyToPath(['/api/media', { ...wanted, before: String(before), limit: '100' }])
      return readAnswer<MediaPart>(await fetch(path, { credentials: 'same-origin' }))
    },
    onSuccess: (more, before) =>
      client.setQueryData(queryKey, (part) =>
        // The list was refetched meanwhile, so its next part is another one.
        part?.next === before ? { items: [...part.items, ...more.items], next: more.next } : part,
      ),
  })
  const read = () => {
    if (next !== null && !isPending) mutate(next)
  }
  return {
    isPending,
    isError,
    /** Called when the end is scrolled into view; after a failure only the retry button loads more. */
    onReached: () => {
      if (!isError) read()
    },
    read,
  }
}
