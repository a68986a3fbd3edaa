import { type QueryKey, type QueryMeta, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { messageDaysQuery } from '#features/messages/queries'
import { overviewQuery } from '#features/overview/queries'
import { signUpDaysQuery } from '#features/waitlist/queries'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { isRecord } from '#text/parse-json'
import { Button } from '#ui/controls/buttons/button'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { Alert } from '#ui/controls/states/alert'
import { Skeleton } from '#ui/controls/states/skeleton'
import { Link } from '#ui/link'

/** What was added in the last 30 days. */
export type Recent = { kind: 'post' | 'project' } | { of: 'signUps' | 'messages' }

type CountCardProps = {
  label: string
  path: string
  query: { queryKey: QueryKey; meta?: QueryMeta }
  recent?: Recent
}

type Watched = { isError: boolean; refetch: () => Promise<unknown> }

/** Each card loads on its own; all failed queries share one error message and are retried together. */
export function CountCards({ cards, watched }: { cards: CountCardProps[]; watched: Watched[] }) {
  const t = useText()
  const [round, setRound] = useState(0)
  const failed = watched.filter(({ isError }) => isError)
  const retry = async () => {
    await Promise.all(failed.map((query) => query.refetch()))
    setRound(round + 1)
  }
  return (
    <>
      {failed.length > 0 && (
        <Alert
          variant="danger"
          action={
            <Button
              onPress={() => {
                void retry()
                rescueFocus()
              }}
            >
              {t('errors.retry')}
            </Button>
          }
        >
          {t('dashboard.failed')}
        </Alert>
      )}
      <section aria-label={t('dashboard.counts')}>
        <ul className="admin-counts" key={round}>
          {cards.map((card) => (
            <CountCard key={card.path} {...card} />
          ))}
        </ul>
      </section>
    </>
  )
}

/** A count: the length of a list or a number; 0 if it is neither or failed to load. */
function CountCard({ label, path, query, recent }: CountCardProps) {
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
        {recent && <Added recent={recent} />}
      </UserRegion>
    </li>
  )
}

function Count({ query: { queryKey, meta } }: Pick<CountCardProps, 'query'>) {
  const language = usePageLanguage()
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

/** How many were added in the last 30 days; nothing while that is unknown, or if there were none. */
function Added({ recent }: { recent: Recent }) {
  return 'kind' in recent ? <AddedRecords kind={recent.kind} /> : <AddedOf of={recent.of} />
}

function AddedRecords({ kind }: { kind: 'post' | 'project' }) {
  const { data: overview = [] } = useQuery(overviewQuery())
  return <Plus count={overview.find((one) => one.kind === kind)?.recent} />
}

function AddedOf({ of }: { of: 'signUps' | 'messages' }) {
  const { data } = useQuery(of === 'signUps' ? signUpDaysQuery() : messageDaysQuery())
  return <Plus count={data?.total} />
}

function Plus({ count = 0 }: { count?: number }) {
  const t = useText()
  const number = new Intl.NumberFormat(usePageLanguage(), { signDisplay: 'exceptZero' })
  if (count === 0) return null
  return (
    <span className="admin-count-added">
      {number.format(count)} <span>{t('dashboard.added')}</span>
    </span>
  )
}
