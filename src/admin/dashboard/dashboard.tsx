import { useQuery, type QueryKey, type QueryMeta, useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState, type ReactNode, useCallback } from 'react'
import { failedLast, backupsQuery } from '#admin/system/backups/queries'
import { SetupNotice } from '#admin/setup/setup-notice'
import { UserRegion } from '#auth/sessions/user-region'
import { siteStatusQuery } from '#contract/site-status'
import { href } from '#i18n/addresses/href'
import { usePageLanguage } from '#i18n/language-atom'
import { isRecord } from '#text/parse-json'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { Screen } from '#ui/controls/screen'
import { useText } from '#i18n/i18n'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { useWatchedQuery } from '#client/use-watched-query'
import { siteAtom } from '#contract/site'
import type { Message } from '#features/messages/contract'
import { messagesQuery } from '#features/messages/queries'
import { pagesQuery } from '#features/pages/editor/editor-queries'
import { subscribersQuery } from '#features/waitlist/queries'
import { MissingEmail } from '#auth/screens/account/missing-email'
import { isIn } from '#features/messages/screens/list/shown-messages'
import { FailedMails } from '#admin/outbox/failed-mails'
import { Skeleton } from '#ui/controls/states/skeleton'
import { Link } from '#ui/link'
import { useWrite } from '#auth/forms/use-write'
import { useLanguageNames } from '#i18n/use-language-names'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { ChevronRightIcon, CloseIcon, CheckCircleIcon, MinusIcon } from '#ui/controls/buttons/icons'
import { Progress } from '#ui/controls/states/progress'
import { useToast } from '#ui/toasts/toast'
import type { ChecklistEntry } from '#features/checklist/contract'
import { checklistQuery } from '#features/checklist/queries'
import { postCountQuery, projectCountQuery } from './counts'
import { Waiting } from './waiting'
import { checklistIcons } from './checklist/checklist-icons'

const VisitsPanel = lazy(() => import('./visits-panel').then((panel) => ({ default: panel.VisitsPanel })))

export function DashboardScreen() {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  const messages = useWatchedQuery(messagesQuery())
  const pages = useWatchedQuery(pagesQuery())
  const watched = [
    useWatchedQuery(postCountQuery()),
    useWatchedQuery(projectCountQuery()),
    useWatchedQuery(subscribersQuery()),
    messages,
    pages,
  ]
  return (
    <Screen title={t('adminNav.dashboard')} intro={t('dashboard.welcome', { site: name })}>
      <UserRegion loading={null} failed={() => null}>
        <SetupNotice />
        <FailedMails />
        <Deafness />
        <FailedBackup />
        <MissingEmail isElsewhere />
      </UserRegion>
      <UserRegion loading={null} failed={() => null}>
        <Waiting unread={listIn(messages.data)?.filter(isNew).length} hasPages={listIn(pages.data)?.some(() => true)} />
      </UserRegion>
      <UserRegion loading={null} failed={() => null}>
        <Checklist />
      </UserRegion>
      <UserRegion loading={null} failed={() => null}>
        <Suspense fallback={null}>
          <VisitsPanel />
        </Suspense>
      </UserRegion>
      <Counts
        watched={watched}
        cards={[
          { label: t('dashboard.posts'), path: adminPaths.blog, query: postCountQuery() },
          { label: t('dashboard.projects'), path: adminPaths.projects, query: projectCountQuery() },
          { label: t('dashboard.subscribers'), path: adminPaths.waitlist, query: subscribersQuery() },
          { label: t('dashboard.messages'), path: adminPaths.messages, query: messagesQuery() },
          { label: t('dashboard.pages'), path: adminPaths.content, query: pagesQuery() },
        ]}
      />
    </Screen>
  )
}

/** Undefined for a response that is not a list, whose card shows 0. */
const listIn = <Row,>(answer: Row[] | undefined) => (Array.isArray(answer) ? answer : undefined)

/** Same count as the badge: archived messages are excluded. */
const isNew = (message: Message) => !message.read && isIn('inbox')(message)

type Watched = { isError: boolean; refetch: () => Promise<unknown> }

/** Each card loads on its own; all failed queries share one error message and are retried together. */
function Counts({ cards, watched }: { cards: CountCardProps[]; watched: Watched[] }) {
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

/** Warns that visitors see changes late, and why. */
function Deafness() {
  const t = useText()
  const { data: status } = useQuery(siteStatusQuery())
  if (!status || status.listenError === null) return null
  return (
    <Alert variant="danger" title={t('dashboard.deaf')}>
      {t('dashboard.deafText', { reason: status.listenError })}
    </Alert>
  )
}

/** Warns that the last backup has failed, and why. */
export function FailedBackup() {
  const t = useText()
  const { data: backups = [] } = useQuery(backupsQuery())
  const failed = failedLast(backups)
  if (!failed) return null
  return (
    <Alert
      variant="danger"
      title={t('backups.lastFailed')}
      action={<LinkButton href={`${href(adminPaths.system)}#backups`}>{t('backups.open')}</LinkButton>}
    >
      {failed.error}
    </Alert>
  )
}

type CountCardProps = { label: string; path: string; query: { queryKey: QueryKey; meta?: QueryMeta } }

/** A count: the length of a list or a number; 0 if it is neither or failed to load. */
function CountCard({ label, path, query }: CountCardProps) {
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

/** The open entries of the setup checklist; hidden when there are none. */
function Checklist() {
  const t = useText()
  const { data: entries = [] } = useQuery(checklistQuery())
  const dismiss = useDismiss()
  const open = entries.filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  const done = entries.filter(({ state }) => state === 'done').length
  return (
    <section className="admin-panel" aria-labelledby="checklist">
      <header className="checklist-head">
        <h2 id="checklist">{t('checklist.title')}</h2>
        <Progress
          label={t('checklist.progress', { done, count: done + open.length })}
          value={done}
          max={done + open.length}
        />
      </header>
      <ul className="admin-steps checklist">
        {open.map((entry) => (
          <OpenEntry key={entry.key} entry={entry} onDismiss={() => dismiss(entry.key, true)} />
        ))}
      </ul>
      <EntriesSettled entries={entries} onTakeBack={(key) => dismiss(key, false)} />
    </section>
  )
}

type Dismiss = (key: ChecklistEntry['key'], dismissed: boolean) => void

/** Dismisses an entry, with an undo. */
function useDismiss(): Dismiss {
  const t = useText()
  const toast = useToast()
  const { mutate } = useWrite<ChecklistEntry>({
    failed: t('checklist.dismissFailed'),
    stale: [checklistQuery().queryKey],
    onDone: ({ key, state }) => {
      rescueFocus()
      const undo = <Button onPress={() => change(key, false)}>{t('life.undo')}</Button>
      if (state === 'dismissed') toast({ title: t('checklist.dismissed'), action: undo })
      else toast({ title: t('checklist.back') })
    },
  })
  const change = useCallback<Dismiss>(
    (key, dismissed) => mutate({ method: 'PUT', path: `/api/checklist/${key}`, body: { dismissed } }),
    [mutate],
  )
  return change
}

type OpenEntryProps = { entry: ChecklistEntry; onDismiss: () => void }

/** One task: what to do, why, and a link. Tasks outside the admin have instructions instead. */
function OpenEntry({ entry, onDismiss }: OpenEntryProps) {
  const t = useText()
  const { anyOther } = useLanguageNames()
  const { key, href: to } = entry
  const title = useEntryTitle(entry)
  const Icon = checklistIcons[key]
  const content = (
    <>
      <Icon />
      <span>
        <strong>{title}</strong>
        <span className="kit-note">{t(`checklist.why.${key}`, { languages: anyOther })}</span>
      </span>
    </>
  )
  const isHere = to.startsWith(`${href(adminPaths.dashboard)}#`)
  return (
    <li id={isHere ? key : undefined}>
      {isHere ? (
        <div className="checklist-how">{content}</div>
      ) : (
        <Link href={to}>
          {content}
          <ChevronRightIcon />
        </Link>
      )}
      <IconButton label={t('checklist.dismiss', { entry: title })} icon={<CloseIcon />} onPress={onDismiss} />
    </li>
  )
}

/** The task as text, with its count. */
function useEntryTitle({ key, count }: Pick<ChecklistEntry, 'key' | 'count'>): string {
  const t = useText()
  return t(`checklist.do.${key}`, { count: count ?? 0 })
}

type Key = ChecklistEntry['key']

type EntriesSettledProps = { entries: readonly ChecklistEntry[]; onTakeBack: (key: Key) => void }

/** Done and dismissed entries, collapsed; dismissed ones can be restored. */
function EntriesSettled({ entries, onTakeBack }: EntriesSettledProps) {
  const t = useText()
  const settled = entries.filter(({ state }) => state !== 'open')
  const dismissed = settled.filter(({ state }) => state === 'dismissed').length
  if (settled.length === 0) return null
  return (
    <details className="checklist-settled">
      <summary>{t('checklist.settled', { done: settled.length - dismissed, dismissed })}</summary>
      <ul>
        {settled.map(({ key, state }) => (
          <li key={key} data-state={state}>
            {state === 'done' ? <CheckCircleIcon /> : <MinusIcon />}
            <span>{t(`checklist.done.${key}`)}</span>
            {state === 'dismissed' && (
              <Button
                variant="quiet"
                aria-label={t('checklist.takeBackOf', { entry: t(`checklist.done.${key}`) })}
                onPress={() => onTakeBack(key)}
              >
                {t('checklist.takeBack')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
