import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Numbers } from '#features/numbers/contract'
import { otherKey } from '#features/numbers/contract'
import { visitNumbersQuery } from '#features/numbers/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import type { Called } from '#i18n/addresses/routing'
import { languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import type { RecordKind } from '#records/kind/record'
import { recordHref } from '#records/translation/localize'
import { Link } from '#ui/link'

type Kind = Pick<RecordKind, 'page'>
type Seen = Called & { status: string }

/** The addresses of a record, one a language. */
export const addressesOf = ({ page }: Kind, record: Called): string[] => [
  ...new Set(languages.map((language) => recordHref(page, record, language))),
]

/** Views in the last 30 days; undefined if unknown, because the list only contains the most viewed pages. */
export function viewsOf({ pages }: Pick<Numbers, 'pages'>, addresses: readonly string[]): number | undefined {
  const found = pages.filter(({ key }) => addresses.includes(key))
  if (found.length === 0) return pages.some(({ key }) => key === otherKey) ? undefined : 0
  return found.reduce((sum, { views }) => sum + views, 0)
}

/** A record's view count as text; empty if it is unknown, or while the site has no views at all. */
export function useViewsNote(kind: Kind): (row: Seen) => string {
  const t = useText()
  const number = new Intl.NumberFormat(useAtomValue(languageAtom))
  const { data: numbers } = useQuery(visitNumbersQuery())
  return (row) => {
    const isToTell = numbers && numbers.total.views > 0 && row.status === 'published'
    const views = isToTell ? viewsOf(numbers, addressesOf(kind, row)) : undefined
    return views === undefined ? '' : t('numbers.inList', { views: number.format(views) })
  }
}

/** The same in its editor, with the way to all that is known of its pages. */
export function RecordViews({ kind, record }: { kind: Kind; record: Seen }) {
  const t = useText()
  const number = new Intl.NumberFormat(useAtomValue(languageAtom))
  const addresses = addressesOf(kind, record)
  const { data: numbers } = useQuery({ ...visitNumbersQuery(), enabled: record.status === 'published' })
  const views = numbers && viewsOf(numbers, addresses)
  if (views === undefined) return null
  return (
    <div className="numbers-record">
      <p>{t('numbers.ofRecord', { views: number.format(views) })}</p>
      {addresses.map((path) => (
        <Link key={path} href={`${href(adminPaths.numbers)}?${new URLSearchParams({ path })}`}>
          {path}
        </Link>
      ))}
    </div>
  )
}
