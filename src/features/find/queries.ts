import { queryOptions } from '@tanstack/react-query'
import type { FoundEntry, FoundKind } from './contract'

const longest = 200

/** What contains the typed words, which are made a valid query; of `kinds` only, if given. */
export const findQuery = (typed: string, kinds?: readonly FoundKind[]) => {
  const q = typed.replaceAll('\0', ' ').slice(0, longest).toWellFormed().trim()
  return queryOptions<FoundEntry[]>({
    queryKey: ['/api/find', kinds ? { q, kinds: kinds.join(',') } : { q }],
    staleTime: 0,
  })
}
