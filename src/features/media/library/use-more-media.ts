import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keyToPath } from '#client/query-client'
import { readAnswer } from '#client/api-error'
import type { MediaPart } from '../contract'
import { mediaListQuery, type Wanted } from '../queries'

/** Reads on from what is loaded of the library, and lays it behind that: in large parts, for each lays out the whole grid. */
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
        // What was read anew meanwhile goes on from elsewhere.
        part?.next === before ? { items: [...part.items, ...more.items], next: more.next } : part,
      ),
  })
  const read = () => {
    if (next !== null && !isPending) mutate(next)
  }
  return {
    isPending,
    isError,
    /** As somebody scrolls: what has failed waits to be asked for. */
    onReached: () => {
      if (!isError) read()
    },
    read,
  }
}
