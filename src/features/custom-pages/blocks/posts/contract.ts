import type { RowFields } from '#records/kind/fields'
import { count, line } from '../fields'

/** The newest posts, of one category where that is named. */
export const postsFields = { title: line, category: { type: 'slug' }, count } as const satisfies RowFields
