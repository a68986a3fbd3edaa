import { customPagePath } from '#features/custom-pages/paths'
import type { Route, RouteQuery } from '#i18n/addresses/routing'
import { blockQueries, listsOfBlocks } from './custom-page/block-queries'

type Further = {
  /** What a page reads that only the answer about it can tell. */
  queries: (found: never) => RouteQuery[]
  /** One query of each list that these can read. */
  lists: readonly RouteQuery[]
}

const byPath: Partial<Record<string, Further>> = {
  [customPagePath]: { queries: blockQueries, lists: listsOfBlocks },
}

/** The server renders these too; browsers ask for them when the page is shown. */
export const furtherOf = ({ path }: Pick<Route, 'path'>): Further | undefined => byPath[path]
