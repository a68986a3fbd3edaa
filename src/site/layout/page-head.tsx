import { useLocation } from 'react-router'
import { inLanguage } from '#i18n/addresses/href'
import { pageIn } from '#contract/list-pages'
import { languages } from '#i18n/language'
import type { ItemFacts } from '#ui/head/metadata'
import { PageMeta } from '#ui/head/page-meta'
import type { Versions } from '#i18n/addresses/versions'
import { Region } from '#ui/region'
import type { PageName } from '#features/page-contents/contract'
import { listingIn } from '#features/page-contents/page-json'
import { useOriginalContent, usePageContent } from '#features/page-contents/use-page-content'

/** The query parameters of the page's URL. */
export const useUrlQuery = (): URLSearchParams => new URLSearchParams(useLocation().search)

type PageHeadProps = { page: PageName; item?: ItemFacts }

/** A page's metadata: the defaults until the stored content is loaded, and if there is none. */
export function PageHead({ page, item }: PageHeadProps) {
  const { pathname } = useLocation()
  const further = useFurther()
  const builtIn = <PageMeta page={page} item={item} versions={further(item?.versions ?? versionsOf(pathname))} />
  return (
    <Region loading={builtIn} failed={builtIn}>
      <StoredHead page={page} item={item} />
    </Region>
  )
}

function StoredHead({ page, item }: PageHeadProps) {
  const { pathname } = useLocation()
  const original = useOriginalContent(page)
  const versions = useFurther()(item?.versions ?? versionsOf(pathname, original))
  return (
    <PageMeta
      page={page}
      content={usePageContent(page)}
      home={usePageContent('home')}
      item={item}
      versions={versions}
    />
  )
}

/** The further pages of a list have URLs of their own, and no canonical one that was typed. */
function useFurther(): (versions: Versions) => Versions {
  const page = pageIn(useUrlQuery())
  return (versions) =>
    page > 1
      ? Object.fromEntries(
          Object.entries(versions).map(([code, { address, noindex }]) => [
            code,
            { address: `${address}?page=${page}`, noindex },
          ]),
        )
      : versions
}

/** A page exists in every language. */
export const versionsOf = (path: string, content: Record<string, unknown> = {}): Versions =>
  Object.fromEntries(
    languages.map((language) => [language, { address: inLanguage(path, language), ...listingIn(content, language) }]),
  )
