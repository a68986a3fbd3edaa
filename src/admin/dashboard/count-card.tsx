import { useAtomValue } from 'jotai'
import { Skeleton } from '#base/controls/skeleton'
import { useText } from '#base/i18n/i18n'
import { languageAtom } from '#base/i18n/language-atom'
import { Link } from '#base/ui/link'

type CountCardProps = { label: string; href: string; query: { data: unknown; isPending: boolean } }

/** How many there are of something: the length of its list, 0 for what is no list. */
export function CountCard({ label, href, query }: CountCardProps) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const count = Array.isArray(query.data) ? query.data.length : 0
  return (
    <li className="admin-count" aria-busy={query.isPending}>
      <h2><Link href={href}>{label}</Link></h2>
      {query.isPending
        ? <p className="admin-count-figure"><Skeleton shape="figure" /><span className="kit-hidden">{t('dashboard.loading')}</span></p>
        : <p className="admin-count-figure">{new Intl.NumberFormat(language).format(count)}</p>}
    </li>
  )
}
