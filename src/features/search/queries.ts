import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#i18n/language'
import type { SearchHit } from './contract'

const longest = 200

/** The typed text as a valid search query: truncated, well-formed and trimmed. */
export const searchable = (typed: string) => typed.replaceAll('\0', ' ').slice(0, longest).toWellFormed().trim()

export const hitsQuery = (q: string, language: Language) =>
  queryOptions<SearchHit[]>({ queryKey: ['/api/search', { q, language }] })
