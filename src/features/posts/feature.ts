import { z } from 'zod'
import { languages } from '#i18n/language'
import { type RecordFeature, recordFeature } from '#records/feature'
import { isSafeUrl, plainText } from '#text/schema'
import { slugInUrl } from '#text/slugs/record-slug'
import { postsApi } from './api'
import { postKind } from './contract'
import { categoryAddresses, postStore, shownCategories } from './store'
import { cachedReadWithFallback } from '#platform/cache/cached-read'
import type { Forward, FindForward } from '#platform/feature'
import type { Services } from '#platform/services'
import { href } from '#i18n/addresses/href'
import { formerCategorySlug } from '#records/store/lists'
import { categorySlug } from '#text/slugs/slug'
import { categoryPath } from './paths'
import { listFeed, fillFeedIds, keepFeedIds } from './feed'
import { feedIds, posts as table } from './table'

export { findNewsletterPost, listPostTitles } from './store'

declare module '#platform/events/events' {
  interface Kinds {
    post: true
  }
}

const hour = 3_600_000

const records = recordFeature({
  kind: postKind,
  store: postStore,
  table,
  part: 'posts',
  columnsAddedLater: ['author'],
  routes: postsApi,
  cachedReads: new RegExp(
    `^(?:\\?limit=(?:3|24(?:&offset=\\d{1,8})?(?:&category=${slugInUrl})?)|/${slugInUrl}(?:\\?slugs=all|/around)?)?$`,
  ),
  lists: categoryAddresses,
  feed: listFeed,
})

export const posts: RecordFeature = {
  ...records,
  api: {
    ...records.api,
    reads: [...(records.api?.reads ?? []), { address: '/api/blog-categories', kinds: ['post'], rest: /^$/ }],
    forwards: createCategoryForwards,
  },
  content: {
    ...records.content,
    tables: {
      ...records.content?.tables,
      feedIds: {
        table: feedIds,
        row: { language: z.enum(languages), uri: plainText(4096).refine(isSafeUrl, 'validation.url') },
      },
    },
  },
  listeners: [...(records.listeners ?? []), { on: ['post'], run: keepFeedIds }],
  jobs: [
    ...(records.jobs ?? []),
    {
      name: 'store feed ids',
      every: hour,
      atStart: true,
      runInEach: ({ db, config }) => fillFeedIds(db, config),
    },
  ],
}

/** Redirects from the URLs that categories had before letters and signs such as `ß` and `C++` were spelled. */
function createCategoryForwards({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>): FindForward {
  const known = cachedReadWithFallback(cacheTags, ['post'], new Map<string, Forward>(), async () => {
    const moved = (await shownCategories(db)).map((name) => [formerCategorySlug(name), categorySlug(name)] as const)
    const current = new Set(moved.map(([, to]) => to))
    return new Map(
      moved.flatMap(([from, to]) =>
        from === '' || to === '' || current.has(from)
          ? []
          : languages.map((language): [string, Forward] => [
              href(categoryPath, { slug: from }, language),
              { to: href(categoryPath, { slug: to }, language), kind: 'automatic' },
            ]),
      ),
    )
  })
  return async (path) => (await known()).get(path)
}
