import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#i18n/language'
import type { SearchHit, SearchSize } from './contract'

/** The results with dates and pictures. */
export const detailedHitsQuery = (q: string, language: Language) =>
  queryOptions<SearchHit[]>({ queryKey: ['/api/search', { q, language, details: true }] })

export const searchSizeQuery = (language: Language) =>
  queryOptions<SearchSize>({ queryKey: ['/api/search', 'size', { language }] })
