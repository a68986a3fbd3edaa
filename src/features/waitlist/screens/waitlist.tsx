import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { type ListDeclaration, ListTable, dateColumn } from '#auth/lists/admin-list'
import { FormDialog } from '#auth/forms/form-dialog'
import { UserRegion } from '#auth/sessions/user-region'
import { siteAtom } from '#contract/site'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { Button, LinkButton } from '#ui/controls/buttons/button'
import { Alert, EmptyState, loadFailed, Skeleton, TableSkeleton } from '#ui/controls/states/states'
import { Switch } from '#ui/controls/fields/choice'
import { DownloadIcon, SettingsIcon, UsersIcon, MailIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { downloadText } from '#client/files'
import { toCsv } from '#text/csv'
import { EmailAddress } from '#ui/controls/fields/email-address'
import { languageName } from '#i18n/language-names'
import { mailto } from '#text/mailto'
import { type Subscriber, type SubscriberState, subscriberStates } from '../contract'
import { subscribersQuery } from '../queries'
import { SignUpSettingsPart } from './sign-up-settings'

const views = ['all', ...subscriberStates] as const

const list: ListDeclaration<Subscriber> = {
  label: 'subscribers.table',
  none: { icon: <UsersIcon />, title: 'subscribers.nobody', text: 'subscribers.nobodyText' },
  search: { label: 'subscribers.filter', textOf: ({ email }) => email },
  filters: [
    {
      name: 'state',
      label: 'subscribers.shown',
      isSelect: true,
      values: views,
      optionOf: (value, { t }) => {
        const state = subscriberStates.find((one) => one === value)
        return t(state ? `subscribers.is.${state}` : 'subscribers.everybody')
      },
      matches: ({ state }, value) => value === 'all' || state === value,
    },
  ],
  initialSort: { column: 'submittedAt', direction: 'descending' },
  columns: [
    {
      id: 'email',
      label: 'subscribers.email',
      isTitle: true,
      sort: ({ email }) => email,
      show: ({ email }) => <EmailAddress>{email}</EmailAddress>,
    },
    dateColumn('submittedAt', 'subscribers.joined'),
    {
      id: 'state',
      label: 'subscribers.state',
      explainsItself: true,
      sort: ({ state }) => subscriberStates.indexOf(state),
      show: ({ state }, { t }) => (
        <span className={state === 'unsubscribed' || state === 'bounced' ? 'kit-badge' : 'kit-whole'}>
          {t(`subscribers.is.${state}`)}
        </span>
      ),
    },
    {
      id: 'news',
      label: 'subscribers.news',
      sort: ({ news }) => Number(news),
      show: ({ news, state }, { t }) => {
        const isPending = news && (state === 'pending' || state === 'unasked')
        const text = t(isPending ? 'subscribers.newsAsked' : news ? 'subscribers.newsYes' : 'subscribers.newsNo')
        return <span className="kit-whole">{text}</span>
      },
    },
    {
      id: 'language',
      label: 'subscribers.language',
      explainsItself: true,
      sort: ({ language: spoken }) => spoken,
      show: ({ language: spoken }, { language }) => <span className="kit-whole">{languageName(spoken, language)}</span>,
    },
  ],
  actionsLabel: 'subscribers.actions',
  nameOf: ({ email }) => email,
  remove: {
    texts: 'subscribers',
    label: ({ email }, { t }) => t('subscribers.delete', { email }),
    target: ({ id, email }) => ({ path: `/api/waitlist/${id}`, values: { email } }),
    stale: [subscribersQuery().queryKey],
  },
}

/** The waitlist's addresses as CSV. */
export const subscribersCsv = (subscribers: Pick<Subscriber, 'email' | 'submittedAt'>[]): string =>
  toCsv([
    ['Email', 'Date Joined'],
    ...subscribers.map(({ email, submittedAt }) => [email, new Date(submittedAt).toISOString()]),
  ])

type Detailed = Pick<Subscriber, 'email' | 'submittedAt' | 'state' | 'news' | 'language'>

/** All fields of each subscriber. */
export const subscriberDetailsCsv = (subscribers: Detailed[]): string =>
  toCsv([
    ['Email', 'Date Joined', 'State', 'News', 'Language'],
    ...subscribers.map(({ email, submittedAt, state, news, language }) => [
      email,
      new Date(submittedAt).toISOString(),
      state,
      news ? 'yes' : 'no',
      language,
    ]),
  ])

/** `industria-waitlist-2026-03-09.csv`, by the local date. */
export function csvName(day: Date, name = 'industria-waitlist'): string {
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${name}-${parts.join('-')}.csv`
}

export function WaitlistScreen() {
  const t = useText()
  const loading = (
    <>
      <Overview total={<Skeleton shape="figure" />} />
      <TableSkeleton label={t('subscribers.loading')} />
    </>
  )
  const isSettings = new URLSearchParams(useLocation().search).has('settings')
  return (
    <Screen
      // A view of its own, at whose heading the focus arrives.
      key={String(isSettings)}
      title={t(isSettings ? 'signUp.screen' : 'adminNav.waitlist')}
      actions={!isSettings && <Actions />}
    >
      <UserRegion
        loading={isSettings ? <Skeleton shape="block" /> : loading}
        failed={loadFailed(isSettings ? 'signUp.loadFailed' : 'subscribers.failed')}
      >
        {isSettings ? <SignUpSettingsPart /> : <Subscribers />}
      </UserRegion>
    </Screen>
  )
}

function Actions() {
  const t = useText()
  return (
    <LinkButton href={`${href(adminPaths.waitlist)}?settings=1`}>
      <SettingsIcon />
      {t('signUp.screen')}
    </LinkButton>
  )
}

/** Says so where visitors cannot sign up. */
function SignUpOff() {
  const t = useText()
  const { signUp } = useAtomValue(siteAtom)
  return signUp === 'off' && <Alert variant="info">{t('signUp.isOff')}</Alert>
}

function Subscribers() {
  const t = useText()
  const { data: subscribers } = useSuspenseQuery(subscribersQuery())
  if (subscribers.length === 0) {
    return (
      <>
        <SignUpOff />
        <Overview total={0} />
        <EmptyState icon={<UsersIcon />} title={t('subscribers.empty')} text={t('subscribers.emptyText')} />
      </>
    )
  }
  return (
    <>
      <SignUpOff />
      <Overview total={subscribers.length} states={countStates(subscribers)}>
        <Export subscribers={subscribers} />
      </Overview>
      <ListTable
        {...list}
        rows={subscribers}
        actionsOf={({ email }) => [
          { id: 'write', label: t('subscribers.write', { email }), icon: <MailIcon />, href: mailto(email) },
        ]}
      />
    </>
  )
}

const countStates = (subscribers: Subscriber[]) =>
  subscriberStates.map((state) => ({ state, count: subscribers.filter((one) => one.state === state).length }))

type OverviewProps = {
  total: ReactNode
  states?: { state: SubscriberState; count: number }[]
  children?: ReactNode
}

/** The total, and the counts by state as soon as any subscriber has a state other than `unasked`. */
function Overview({ total, states = [], children }: OverviewProps) {
  const t = useText()
  const language = usePageLanguage()
  const figure = (count: number) => new Intl.NumberFormat(language).format(count)
  const shown = states.some(({ state, count }) => state !== 'unasked' && count > 0) ? states : []
  return (
    <section className="waitlist-overview" aria-labelledby="waitlist-overview">
      <h2 id="waitlist-overview">{t('subscribers.overview')}</h2>
      <dl>
        <div>
          <dt>{t('subscribers.total')}</dt>
          <dd>{typeof total === 'number' ? figure(total) : total}</dd>
        </div>
        {shown
          .filter(({ count }) => count > 0)
          .map(({ state, count }) => (
            <div key={state}>
              <dt>{t(`subscribers.is.${state}`)}</dt>
              <dd>{figure(count)}</dd>
            </div>
          ))}
      </dl>
      {children}
    </section>
  )
}

/** Shown if there are subscribers to export; unsubscribed ones are excluded. */
function Export({ subscribers }: { subscribers: Subscriber[] }) {
  const t = useText()
  const [isDetailed, setIsDetailed] = useState(false)
  const staying = subscribers.filter(({ state }) => state !== 'unsubscribed')
  const download = () => downloadText(csvName(new Date()), 'text/csv;charset=utf-8', subscribersCsv(staying))
  return (
    staying.length > 0 && (
      <div className="waitlist-export">
        {staying.length < subscribers.length && <p className="kit-note">{t('subscribers.exportNote')}</p>}
        <div className="kit-actions">
          <Button onPress={download}>
            <DownloadIcon />
            {t('subscribers.export')}
          </Button>
          <Button onPress={() => setIsDetailed(true)}>{t('subscribers.exportDetails')}</Button>
        </div>
        {isDetailed && <ExportDetails subscribers={staying} onClose={() => setIsDetailed(false)} />}
      </div>
    )
  )
}

type ExportDetailsProps = { subscribers: Subscriber[]; onClose: () => void }

/** Exports subscribers, optionally only those with a confirmed address, and shows how many there are. */
function ExportDetails({ subscribers, onClose }: ExportDetailsProps) {
  const t = useText()
  const [confirmedOnly, setConfirmedOnly] = useState(false)
  const exported = confirmedOnly ? subscribers.filter(({ state }) => state === 'confirmed') : subscribers
  const download = () => {
    const name = csvName(new Date(), 'industria-waitlist-details')
    downloadText(name, 'text/csv;charset=utf-8', subscriberDetailsCsv(exported))
    onClose()
  }
  return (
    <FormDialog
      title={t('subscribers.exportDetails')}
      confirmLabel={t('subscribers.exportCount', { count: exported.length })}
      isDisabled={exported.length === 0}
      onSubmit={download}
      onClose={onClose}
    >
      <p>{t('subscribers.exportDetailsText')}</p>
      <Switch isSelected={confirmedOnly} onChange={setConfirmedOnly}>
        {t('subscribers.confirmedOnly')}
      </Switch>
    </FormDialog>
  )
}
