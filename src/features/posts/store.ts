import { desc } from 'drizzle-orm'
import { recordStore } from '#records/store'
import { postKind } from './contract'
import { posts } from './table'

/** Newest first. */
export const postStore = recordStore(postKind, posts, { order: [desc(posts.publishedAt), desc(posts.id)] })
