import { useQuery } from '@tanstack/react-query'
import type { VisitStatistics } from '../contract'
import { otherKey } from '../contract'
import { visitsQuery } from '../queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href, inLanguage } from '#i18n/addresses/href'
import type { Called } from '#i18n/addresses/routing'
import { languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { RecordKind } from '#records/kind/record'
import { recordHref } from '#records/translation/localize'
import { Link } from '#ui/link'

type Kind = Pick<RecordKind, 'page'>
type Seen = Called & { status: string }

/** The paths of a record, one per language. */
export const addressesOf = ({ page }: Kind, record: Called): string[] => [
  ...new Set(languages.map((language) => recordHref(page, record, language))),
]

/** The addresses of one of the site's own pages, one per language. */
export const addressesAt = (path: string): string[] => languages.map((language) => inLanguage(path, language))

/** Views in the last 30 days; undefined if unknown, because the list only contains the most viewed pages. */
export function viewsOf({ pages }: Pick<VisitStatistics, 'pages'>, addresses: readonly string[]): number | undefined {
  const found = pages.filter(({ key }) => addresses.includes(key))
  if (found.length === 0) return pages.some(({ key }) => key === otherKey) ? undefined : 0
  return found.reduce((sum, { views }) => sum + views, 0)
}

/** The view count of some addresses as unbroken text; empty if it is unknown, or while the site has no views at all. */
export function useViewsText(): (addresses: readonly string[]) => string {
  const t = useText()
  const { data: visits } = useQuery(visitsQuery())
  return (addresses) => {
    const views = visits && visits.total.views > 0 ? viewsOf(visits, addresses) : undefined
    return views === undefined ? '' : t('visits.inList', { views }).replaceAll(' ', '\u00a0')
  }
}

/** The view count of a published record as text. */
export function useViewsNote(kind: Kind): (row: Seen) => string {
  const viewsText = useViewsText()
  return (row) => (row.status === 'published' ? viewsText(addressesOf(kind, row)) : '')
}

/** The view count in the record's editor, with links to the visits of its pages. */
export function RecordViews({ kind, record }: { kind: Kind; record: Seen }) {
  return record.status === 'published' && <AddressViews addresses={addressesOf(kind, record)} />
}

/** The view count of some addresses, with links to the visits of each. */
export function AddressViews({ addresses }: { addresses: readonly string[] }) {
  const t = useText()
  const number = new Intl.NumberFormat(usePageLanguage())
  const { data: visits } = useQuery(visitsQuery())
  const views = visits && viewsOf(visits, addresses)
  if (views === undefined) return null
  return (
    <div className="visits-record">
      <p>{t('visits.ofRecord', { views: number.format(views) })}</p>
      {addresses.map((path) => (
        <Link key={path} href={`${href(adminPaths.visits)}?${new URLSearchParams({ path })}`}>
          {path}
        </Link>
      ))}
    </div>
  )
}
