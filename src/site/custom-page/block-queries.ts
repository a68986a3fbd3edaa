import { queryOptions } from '@tanstack/react-query'
import type { RouteQuery } from '#i18n/addresses/routing'
import type { PostSummary } from '#features/posts/contract'
import type { ProjectSummary } from '#features/projects/contract'

type Block = Record<string, unknown>

/** The newest posts, of one category if the block has one. */
export const postsOfBlock = ({ count, category }: Block) =>
  queryOptions<PostSummary[]>({
    queryKey: ['/api/blog', { limit: count ?? 3, ...(category ? { category } : {}) }],
    meta: { unshown: ['author', 'status', 'updatedAt', 'version'] },
  })

/** The first projects of their list. */
export const projectsOfBlock = ({ count }: Block) =>
  queryOptions<ProjectSummary[]>({
    queryKey: ['/api/projects', { limit: count ?? 3 }],
    meta: {
      unshown: ['excerpt', 'facts', 'note', 'type', 'isFeatured', 'publishedAt', 'status', 'updatedAt', 'version'],
    },
  })

const ofType: Partial<Record<string, (block: Block) => RouteQuery>> = { posts: postsOfBlock, projects: projectsOfBlock }

/** The queries of a page's blocks, in addition to the page's own. */
export const blockQueries = ({ blocks }: { blocks: readonly (Block & { type: string })[] }): RouteQuery[] =>
  blocks.flatMap((block) => ofType[block.type]?.(block) ?? [])

/** One query of each list: whatever the blocks, the page depends on no other list. */
export const listsOfBlocks = [postsOfBlock({ count: 1 }), projectsOfBlock({ count: 1 })]
