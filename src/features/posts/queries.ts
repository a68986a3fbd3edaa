import { queryOptions } from '@tanstack/react-query'
import type { Post, PostSummary } from './contract'

export const postsQuery = () => queryOptions<PostSummary[]>({ queryKey: ['/api/blog'] })
export const latestPostsQuery = () => queryOptions<PostSummary[]>({ queryKey: ['/api/blog', { limit: 3 }] })
/** By what it is called in any language. */
export const postQuery = (slug: string) => queryOptions<Post>({ queryKey: ['/api/blog', slug, { slugs: 'all' }] })
