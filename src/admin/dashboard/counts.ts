import { queryOptions } from '@tanstack/react-query'
import type { Counted } from '#base/list-pages'
import type { PostSummary } from '#features/posts/contract'
import type { ProjectSummary } from '#features/projects/contract'

// How many there are, without reading them.
export const postCountQuery = () =>
  queryOptions<Counted<PostSummary>>({ queryKey: ['/api/blog', { limit: 1 }], meta: { counted: true } })
export const projectCountQuery = () =>
  queryOptions<Counted<ProjectSummary>>({ queryKey: ['/api/projects', { limit: 1 }], meta: { counted: true } })
