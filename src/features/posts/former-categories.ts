import { cachedReadWithFallback } from '#platform/cache/cached-read-with-fallback'
import type { Forward, FindForward } from '#platform/feature'
import type { Services } from '#platform/services'
import { href } from '#i18n/addresses/href'
import { languages } from '#i18n/language'
import { formerCategorySlug } from '#records/store/lists/categories'
import { categorySlug } from '#text/slugs/category-slug'
import { categoryPath } from './paths'
import { shownCategories } from './store'

/** Redirects from the URLs that categories had before letters and signs such as `ß` and `C++` were spelled. */
export function createCategoryForwards({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>): FindForward {
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
