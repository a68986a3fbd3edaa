import { queryOptions } from '@tanstack/react-query'
import type { Counted } from '#contract/list-pages'
import type { PostSummary } from '#features/posts/contract'
import type { ProjectSummary } from '#features/projects/contract'

/** The numbers of missing translations and alternative texts. */
export const waitingQuery = () =>
  queryOptions<{ untranslated: number; undescribed: number }>({ queryKey: ['/api/waiting'], staleTime: 0 })

// Only the count, without the list.
export const postCountQuery = () =>
  queryOptions<Counted<PostSummary>>({ queryKey: ['/api/blog', { limit: 1 }], meta: { counted: true } })
export const projectCountQuery = () =>
  queryOptions<Counted<ProjectSummary>>({ queryKey: ['/api/projects', { limit: 1 }], meta: { counted: true } })
