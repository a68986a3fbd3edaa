import { type QueryKey, useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { UserRegion } from '#auth/user-region'
import { Skeleton } from '#base/controls/skeleton'
import { href } from '#base/href'
import { useText } from '#base/i18n/i18n'
import { languageAtom } from '#base/i18n/language-atom'
import { Link } from '#base/ui/link'

export type CountCardProps = { label: string; path: string; query: { queryKey: QueryKey } }

/** How many there are of something: the length of its list, 0 for what is no list or cannot be had. */
export function CountCard({ label, path, query }: CountCardProps) {
  const t = useText()
  const loading = (
    <Figure isBusy>
      <Skeleton shape="figure" />
      <span className="kit-hidden">{t('dashboard.loading')}</span>
    </Figure>
  )
  return (
    <li className="admin-count">
      <h2>
        <Link href={href(path)}>{label}</Link>
      </h2>
      <UserRegion loading={loading} failed={<Figure>0</Figure>}>
        <Count query={query} />
      </UserRegion>
    </li>
  )
}

function Count({ query: { queryKey } }: Pick<CountCardProps, 'query'>) {
  const language = useAtomValue(languageAtom)
  const { data } = useSuspenseQuery<unknown>({ queryKey })
  return <Figure>{new Intl.NumberFormat(language).format(Array.isArray(data) ? data.length : 0)}</Figure>
}

function Figure({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  return (
    <p className="admin-count-figure" aria-busy={isBusy}>
      {children}
    </p>
  )
}
