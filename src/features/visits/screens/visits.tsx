import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { keyToPath } from '#client/query-client'
import { useWatchedQuery } from '#client/use-watched-query'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { CloseIcon, DownloadIcon, ChartIcon } from '#ui/controls/buttons/icons'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { LinkButton, Button } from '#ui/controls/buttons/button'
import { Screen } from '#ui/controls/screen'
import { EmptyState, loadFailed, Skeleton } from '#ui/controls/states/states'
import { OutLink } from '#ui/link'
import { Form } from '#auth/forms/form'
import { Segments } from '#editing/segments'
import { TextField } from '#ui/controls/fields/text-field'
import { monthsBefore, today, addDays, defaultDays, type VisitsFilter } from '../contract'
import { liveVisitsQuery, visitsQuery } from '../queries'
import { Chart, useMoments } from './line-chart'
import { Lists } from './lists'
import { Totals } from './totals'

const presets = ['7', '30', '90', 'year'] as const
type Preset = (typeof presets)[number]

/** The state of the screen in its URL. */
type Shown = { span: Preset | 'own'; from: string; to: string; path?: string }

const day = /^\d{4}-\d{2}-\d{2}$/

function shownBy(search: string): Shown {
  const asked = new URLSearchParams(search)
  const path = asked.get('path') ?? undefined
  const [from, to] = [asked.get('from') ?? '', asked.get('to') ?? '']
  if (day.test(from) && day.test(to) && isSpan(from, to)) return { span: 'own', from, to, path }
  const span = presets.find((one) => one === asked.get('span')) ?? '30'
  return { span, ...daysOf(span), path }
}

/** The first and the last day of a preset, which is today; a year has whole months. */
function daysOf(span: Preset): { from: string; to: string } {
  const to = today()
  if (span !== 'year') return { from: addDays(to, 1 - Number(span)), to }
  const first = new Date(`${to.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 11)
  return { from: first.toISOString().slice(0, 10), to }
}

const isSpan = (from: string, to: string): boolean => from <= to && to <= today() && from >= monthsBefore(to)

function searchOf({ span, from, to, path }: Shown): string {
  const asked = new URLSearchParams(span === 'own' ? { from, to } : span === '30' ? {} : { span })
  if (path !== undefined) asked.set('path', path)
  return asked.size > 0 ? `?${asked}` : ''
}

/** Longer spans are grouped by month, because the chart cannot show more days separately. */
const mostDays = 120

/** The query parameters of a request, without the server's defaults. */
function queryOf({ span, from, to, path }: Shown): Partial<VisitsFilter> {
  const isLong = Date.parse(to) - Date.parse(from) > mostDays * 86_400_000
  return {
    ...(span === String(defaultDays) ? {} : { from, to }),
    ...(isLong ? { by: 'month' as const } : {}),
    ...(path === undefined ? {} : { path }),
  }
}

/** Visits in a range, of all pages or one, as given by the URL. */
export function VisitsScreen() {
  const t = useText()
  const navigate = useNavigate()
  const shown = shownBy(useLocation().search)
  const show = (next: Shown) => {
    rescueFocus()
    void navigate(`${href(adminPaths.visits)}${searchOf(next)}`)
  }
  const { data: visits } = useWatchedQuery(visitsQuery(queryOf(shown)))
  const first = useFirstMonth(shown.path, visits?.total.views === 0)
  return (
    <Screen
      title={t('adminNav.visits')}
      intro={t('visits.intro')}
      actions={
        first !== null && (
          <LinkButton href={keyToPath(['/api/numbers.csv', queryOf(shown)])} download>
            <DownloadIcon />
            {t('visits.download')}
          </LinkButton>
        )
      }
    >
      <div className="visits-head">
        {first !== null && <SpanChooser shown={shown} onChoose={show} />}
        {shown.path !== undefined && <OnePage path={shown.path} onAll={() => show({ ...shown, path: undefined })} />}
      </div>
      <UserRegion key={searchOf(shown)} loading={<Loading />} failed={loadFailed('visits.failed')}>
        <Visits shown={shown} first={first} onShow={show} />
      </UserRegion>
    </Screen>
  )
}

function OnePage({ path, onAll }: { path: string; onAll: () => void }) {
  const t = useText()
  return (
    <p className="visits-page">
      {t('visits.onlyPage')} <OutLink href={path}>{path}</OutLink>
      <Button variant="quiet" onPress={onAll}>
        <CloseIcon />
        {t('visits.allPages')}
      </Button>
    </p>
  )
}

/** Milliseconds: visits are stored once a minute. */
const pollInterval = 60_000

type VisitsProps = { shown: Shown; first: string | null | undefined; onShow: (shown: Shown) => void }

function Visits({ shown, first, onShow }: VisitsProps) {
  const t = useText()
  const { data: visits } = useSuspenseQuery({
    ...visitsQuery(queryOf(shown)),
    staleTime: 0,
    refetchInterval: pollInterval,
  })
  if (visits.total.views === 0)
    return first === undefined ? <Loading /> : <NothingCounted shown={shown} first={first} onShow={onShow} />
  return (
    <>
      <section className="admin-panel" aria-labelledby="visits-counts">
        <h2 id="visits-counts" className="kit-hidden">
          {t('visits.counts')}
        </h2>
        <Totals visits={visits}>{shown.path === undefined && <Here />}</Totals>
        <Chart series={visits.series} />
        <p className="kit-note">{t('visits.note')}</p>
      </section>
      <Lists visits={visits} hasPages={shown.path === undefined} onPage={(path) => onShow({ ...shown, path })} />
    </>
  )
}

function Here() {
  const t = useText()
  const { data } = useSuspenseQuery({ ...liveVisitsQuery(), staleTime: 0, refetchInterval: pollInterval / 2 })
  return (
    <div>
      <dt>{t('visits.here')}</dt>
      <dd>{data.visitors}</dd>
    </div>
  )
}

function Loading() {
  const t = useText()
  return (
    <output className="admin-panel" aria-label={t('visits.loading')}>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </output>
  )
}

/**
 * The first stored month with views, `YYYY-MM`; null if there is none, undefined while unknown. Requested only while
 * `isWanted`.
 */
function useFirstMonth(path: string | undefined, isWanted: boolean): string | null | undefined {
  const to = today()
  const asked = { from: monthsBefore(to), to, by: 'month' as const, ...(path === undefined ? {} : { path }) }
  const { data } = useQuery({ ...visitsQuery(asked), staleTime: 0, enabled: isWanted })
  if (!isWanted || !data) return undefined
  return data.series.find(({ views }) => views > 0)?.date ?? null
}

type NothingCountedProps = { shown: Shown; first: string | null; onShow: (shown: Shown) => void }

/** Shown for a range without views: the first month with any, or what will be counted and when. */
function NothingCounted({ shown, first, onShow }: NothingCountedProps) {
  const t = useText()
  const { name } = useMoments()
  if (first === null) {
    const [title, text] =
      shown.path === undefined
        ? (['visits.never', 'visits.neverText'] as const)
        : (['visits.neverPage', 'visits.neverPageText'] as const)
    return <EmptyState icon={<ChartIcon />} title={t(title)} text={t(text)} />
  }
  const [to, ofFirst] = [today(), `${first}-01`]
  const earliest = monthsBefore(to)
  const from = ofFirst > earliest ? ofFirst : earliest
  return (
    <EmptyState
      icon={<ChartIcon />}
      title={t('visits.noneHere')}
      text={t('visits.since', { month: name(first) })}
      action={<Button onPress={() => onShow({ ...shown, span: 'own', from, to })}>{t('visits.showAll')}</Button>}
    />
  )
}

type SpanChooserProps = { shown: Shown; onChoose: (shown: Shown) => void }

/** Selects a range of days: a preset, or any. */
function SpanChooser({ shown, onChoose }: SpanChooserProps) {
  const t = useText()
  /** The span that was shown when own days were asked for. */
  const [askedAt, setAskedAt] = useState<Shown['span']>()
  const isOwn = shown.span === 'own' || askedAt === shown.span
  return (
    <div className="visits-span">
      <Segments
        label={t('visits.span')}
        options={[...presets, 'own' as const].map((id) => ({ id, label: t(`visits.span.${id}`) }))}
        selected={isOwn ? 'own' : shown.span}
        onSelect={(span) => {
          setAskedAt(span === 'own' ? shown.span : undefined)
          if (span !== 'own') onChoose({ ...shown, span, ...daysOf(span) })
        }}
      />
      {isOwn && <OwnDays shown={shown} onChoose={onChoose} />}
    </div>
  )
}

function OwnDays({ shown, onChoose }: SpanChooserProps) {
  const t = useText()
  const [days, setDays] = useState({ from: shown.from, to: shown.to })
  const [isBad, setIsBad] = useState(false)
  const show = () => {
    const isGood = days.from !== '' && days.to !== '' && isSpan(days.from, days.to)
    setIsBad(!isGood)
    if (isGood) onChoose({ ...shown, ...days, span: 'own' })
  }
  return (
    <Form className="visits-own" onSubmit={show}>
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          type="date"
          label={t(`visits.${end}`)}
          value={days[end]}
          onChange={(value) => setDays({ ...days, [end]: value })}
          error={isBad && end === 'from' ? t('visits.badSpan') : undefined}
        />
      ))}
      <Button type="submit">{t('visits.show')}</Button>
      <p className="kit-note">{t('visits.reach')}</p>
    </Form>
  )
}
