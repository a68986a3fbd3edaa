import { type QueryKey, type QueryMeta, useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { Skeleton } from '#ui/controls/states/skeleton'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { isRecord } from '#text/parse-json'
import { Link } from '#ui/link'

export type CountCardProps = { label: string; path: string; query: { queryKey: QueryKey; meta?: QueryMeta } }

/** How many there are of something: the length of its list, or what it counts; 0 for what is no list or cannot be had. */
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

function Count({ query: { queryKey, meta } }: Pick<CountCardProps, 'query'>) {
  const language = useAtomValue(languageAtom)
  const { data } = useSuspenseQuery<unknown>({ queryKey, meta })
  return <Figure>{new Intl.NumberFormat(language).format(countIn(data))}</Figure>
}

function countIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  return isRecord(answer) && Array.isArray(answer.rows) ? Number(answer.total) : 0
}

function Figure({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  return (
    <p className="admin-count-figure" aria-busy={isBusy}>
      {children}
    </p>
  )
}
