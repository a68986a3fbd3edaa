import { queryOptions } from '@tanstack/react-query'
import { type Counted, partOf } from '#contract/list-pages'
import type { AroundPost, Post, PostSummary } from './contract'

/** A page of the list, or of one category. */
export const postsPageQuery = (page: number, category?: string) =>
  queryOptions<Counted<PostSummary>>({
    queryKey: ['/api/blog', { ...partOf(page), ...(category === undefined ? {} : { category: asSlug(category) }) }],
    meta: { counted: true },
  })
export const latestPostsQuery = () =>
  queryOptions<PostSummary[]>({
    queryKey: ['/api/blog', { limit: 3 }],
    meta: { unshown: ['author', 'status', 'updatedAt', 'version'] },
  })
/** Finds a post by its slug in any language. */
export const postQuery = (slug: string) => queryOptions<Post>({ queryKey: ['/api/blog', slug, { slugs: 'all' }] })
/** The posts around it; null without the post. */
export const aroundQuery = (slug: string) =>
  queryOptions<AroundPost | null>({ queryKey: ['/api/blog', slug, 'around'], meta: { nullOn: [404] } })

/** Replaces an invalid slug by one that no category has. */
const asSlug = (text: string) => (/^[\p{L}\p{M}\p{N}_-]{1,240}$/u.test(text) ? text : '-')
