import { customPagePath } from '#features/custom-pages/paths'
import { peopleQuery } from '#features/page-contents/people-query'
import { categoriesQuery } from '#features/posts/categories-query'
import { latestPostsQuery } from '#features/posts/queries'
import { categoryPath, postPath } from '#features/posts/paths'
import { searchPath, sitePaths } from '#i18n/addresses/paths'
import type { Route, RouteQuery } from '#i18n/addresses/routing'
import { blockQueries, listsOfBlocks } from './custom-page/block-queries'

type Further = {
  /** The queries of a page that depend on the result of its first one, or that browsers need not prefetch. */
  queries: (found: never) => RouteQuery[]
  /** One query of each list that these may read. */
  lists: readonly RouteQuery[]
}

/** Queries whatever the result. */
const always = (...queries: RouteQuery[]): Further => ({ queries: () => queries, lists: queries })

const byPath: Partial<Record<string, Further>> = {
  [sitePaths.blog]: always(categoriesQuery(), peopleQuery()),
  [categoryPath]: always(categoriesQuery(), peopleQuery()),
  [postPath]: always(peopleQuery()),
  // Which of them it reads depends on its hits: its render, which the server awaits, fetches those.
  [searchPath]: { queries: () => [], lists: [categoriesQuery(), latestPostsQuery()] },
  [customPagePath]: { queries: blockQueries, lists: listsOfBlocks },
}

/** The server renders these too; browsers fetch them when the page is shown. */
export const furtherOf = ({ path }: Pick<Route, 'path'>): Further | undefined => byPath[path]
