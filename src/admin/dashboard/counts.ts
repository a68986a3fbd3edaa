import { queryOptions } from '@tanstack/react-query'
import type { Counted } from '#contract/list-pages'
import type { PostSummary } from '#features/posts/contract'
import type { ProjectSummary } from '#features/projects/contract'

/** How much of the site is left to translate and to describe. */
export const waitingQuery = () =>
  queryOptions<{ untranslated: number; undescribed: number }>({ queryKey: ['/api/waiting'], staleTime: 0 })

// How many there are, without reading them.
export const postCountQuery = () =>
  queryOptions<Counted<PostSummary>>({ queryKey: ['/api/blog', { limit: 1 }], meta: { counted: true } })
export const projectCountQuery = () =>
  queryOptions<Counted<ProjectSummary>>({ queryKey: ['/api/projects', { limit: 1 }], meta: { counted: true } })
