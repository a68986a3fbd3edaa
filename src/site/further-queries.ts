import { customPagePath } from '#features/custom-pages/paths'
import type { Route, RouteQuery } from '#i18n/addresses/routing'
import { blockQueries, listsOfBlocks } from './custom-page/block-queries'

type Further = {
  /** The queries of a page that depend on the result of its first one. */
  queries: (found: never) => RouteQuery[]
  /** One query of each list that these may read. */
  lists: readonly RouteQuery[]
}

const byPath: Partial<Record<string, Further>> = {
  [customPagePath]: { queries: blockQueries, lists: listsOfBlocks },
}

/** The server renders these too; browsers fetch them when the page is shown. */
export const furtherOf = ({ path }: Pick<Route, 'path'>): Further | undefined => byPath[path]
