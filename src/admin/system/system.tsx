import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState, useEffect } from 'react'
import { FileTrigger } from 'react-aria-components'
import { useNavigate, useLocation } from 'react-router'
import { useSetAtom } from 'jotai'
import { UserRegion } from '#auth/sessions/user-region'
import type { SystemState } from '#contract/system'
import { bytesText } from '#i18n/bytes-text'
import { clockTime, dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { Button, LinkButton } from '#ui/controls/buttons/button'
import { CheckCircleIcon, RefreshIcon, WarningIcon, UploadIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { loadFailed, Alert, Progress, Skeleton } from '#ui/controls/states/states'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { loginFor } from '#auth/next-path'
import { sessionEndShownAtom } from '#auth/sessions/session'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { ModalDialog } from '#ui/controls/dialogs/dialogs'
import { Step } from '#admin/dashboard/step'
import { BackupsPanel } from './backups-panel'
import { systemQuery, jobsQuery } from './queries'
import { useProblems, needsCare } from './use-problems'
import { type Source, restoreQuery, type RestoreStatus, RestoreDialog } from './restore-dialog'

/** Query parameter with the ID of the watched restore; it persists across the login that a restore requires. */
const restoreParam = 'restore'

/** The progress and the result of the restore in the URL. */
function RestoreWatch() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const id = new URLSearchParams(search).get(restoreParam)
  const close = () => void navigate(href(adminPaths.system), { replace: true })
  return id === null ? null : <WatchDialog id={id} onClose={close} />
}

function WatchDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText()
  const { data: restore, failureCount } = useQuery(restoreQuery(id))
  useOwnSessionEnd()
  const state = restore?.state ?? 'running'
  return (
    <ModalDialog
      title={t(`restoring.title.${state}`)}
      isOpen
      onClose={onClose}
      closeLabel={t('restoring.close')}
      size="small"
      footer={state === 'ended' ? <LogIn id={id} /> : <Leave isDone={state === 'done'} onClose={onClose} />}
    >
      <div className="kit-stack">
        <RestoreResult restore={restore} />
        {state === 'running' && failureCount > 0 && <Alert variant="info">{t('restoring.away')}</Alert>}
      </div>
    </ModalDialog>
  )
}

/** A restore logs everybody out; this screen reports it instead of the sign-in dialog. */
function useOwnSessionEnd() {
  const setIsShown = useSetAtom(sessionEndShownAtom)
  useEffect(() => {
    setIsShown(true)
    return () => setIsShown(false)
  }, [setIsShown])
}

function RestoreResult({ restore }: { restore: RestoreStatus | undefined }): ReactNode {
  const t = useText()
  switch (restore?.state) {
    case 'done':
      return (
        <Alert variant="success" title={t('restoring.done')}>
          {t('restoring.doneText')}
        </Alert>
      )
    case 'failed':
      return (
        <Alert variant="danger" title={t('restoring.failed')}>
          {restore.error}
        </Alert>
      )
    case 'ended':
      return (
        <Alert variant="info" title={t('restoring.ended')}>
          {t('restoring.endedText')}
        </Alert>
      )
    case 'gone':
      return <p>{t('restoring.gone')}</p>
    default:
      return <Going done={restore?.done ?? 0} total={restore?.total ?? 0} />
  }
}

function Going({ done, total }: { done: number; total: number }) {
  const t = useText()
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  return (
    <>
      {done === 0 ? (
        <Progress label={t('restoring.backingUp')} max={1} />
      ) : (
        <Progress label={t('restoring.percent', { percent })} value={done} max={total} />
      )}
      <p>{t('restoring.running')}</p>
      <p className="kit-note">{t('restoring.runningText')}</p>
    </>
  )
}

/** A full page load, because the site's name, texts and theme may have changed with the restore. */
function LogIn({ id }: { id: string }) {
  const t = useText()
  return (
    <a
      className="kit-button"
      data-variant="primary"
      href={loginFor(`${href(adminPaths.system)}?${restoreParam}=${encodeURIComponent(id)}`)}
    >
      {t('restoring.logInNow')}
    </a>
  )
}

function Leave({ isDone, onClose }: { isDone: boolean; onClose: () => void }) {
  const t = useText()
  const toHref = useHref()
  return (
    <>
      {isDone && (
        <LinkButton href={toHref(sitePaths.home)} target="_blank">
          {t('restoring.look')}
        </LinkButton>
      )}
      <Button variant={isDone ? 'primary' : 'secondary'} onPress={onClose}>
        {t('restoring.close')}
      </Button>
    </>
  )
}

/** The state of the site, its problems, and the components of the system. */
export function SystemScreen() {
  const t = useText()
  const { restoreOf, fromFile, dialogs } = useRestores()
  return (
    <Screen title={t('adminNav.status')} intro={t('system.intro')}>
      <UserRegion loading={<Loading />} failed={loadFailed('system.failed')}>
        <HealthPanel />
        <Parts />
      </UserRegion>
      <BackupsPanel restoreOf={restoreOf} fromFile={fromFile} />
      {dialogs}
    </Screen>
  )
}

function Loading() {
  const t = useText()
  return (
    <output className="admin-panel" aria-label={t('system.loading')}>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </output>
  )
}

/** A summary of the site's state, and its problems with what to do about each. */
function HealthPanel() {
  const t = useText()
  const language = usePageLanguage()
  const { dataUpdatedAt, isFetching, refetch } = useSuspenseQuery(systemQuery())
  const problems = useProblems()
  const isWell = problems.length === 0
  return (
    <section className="admin-panel system-standing" data-well={isWell || undefined} aria-labelledby="standing">
      <header>
        {isWell ? <CheckCircleIcon /> : <WarningIcon />}
        <div>
          <h2 id="standing">
            <output>{isWell ? t('system.well') : t('system.needs', { count: problems.length })}</output>
          </h2>
          <p className="kit-note">
            {t(isWell ? 'system.wellText' : 'system.needsText')}{' '}
            <time dateTime={new Date(dataUpdatedAt).toISOString()}>
              {t('system.checkedAt', { time: clockTime(new Date(dataUpdatedAt).toISOString(), language) })}
            </time>
          </p>
        </div>
        <Button isPending={isFetching} onPress={() => void refetch()}>
          <RefreshIcon />
          {t('system.again')}
        </Button>
      </header>
      {!isWell && (
        <ul className="admin-steps">
          {problems.map(({ key, isUrgent, ...problem }) => (
            <li key={key} data-urgent={isUrgent || undefined}>
              <Step {...problem} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The state of each component of the system. */
function Parts() {
  const t = useText()
  const language = usePageLanguage()
  const { data: system } = useSuspenseQuery(systemQuery())
  const { data: jobs } = useSuspenseQuery(jobsQuery())
  const { database, media, mail, listen } = system
  const size = (bytes: number) => bytesText(bytes, language)
  const ill = jobs.filter(needsCare).length
  const problems = new Set(useProblems().map(({ key }) => key))
  const has = (...keys: string[]) => keys.some((key) => problems.has(key))
  return (
    <section className="admin-panel" aria-labelledby="system-parts">
      <h2 id="system-parts">{t('system.details')}</h2>
      <dl className="system-parts">
        <Part name={t('system.part.database')}>
          {t(`system.database.${database.kind}`, { version: database.version, size: size(database.bytes) })}
        </Part>
        <Part name={t('system.part.files')} note={t('system.place', { place: media.place })}>
          {t('system.files', { count: media.count, size: size(media.bytes) })}
        </Part>
        <Part name={t('system.part.disk')} isIll={has('disk')}>
          {t('system.free', { size: size(system.diskFree) })}
        </Part>
        <Part
          name={t('system.part.mail')}
          isIll={has('mail', 'mail-server', 'mails')}
          note={mail.configured && t('system.mail.left', { waiting: mail.waiting, failed: mail.failed })}
        >
          {t(`system.mail.${stateOfMail(mail)}`)}
        </Part>
        <Part name={t('system.part.jobs')} isIll={ill > 0}>
          {ill > 0 ? t('system.jobs.not', { count: ill }) : t('system.jobs.ok')}
        </Part>
        <Part
          name={t('system.part.processes')}
          isIll={has('listen')}
          note={listen.state !== 'embedded' && system.processes > 1 && t(`system.listen.${listen.state}`)}
        >
          {t('system.processes', { count: system.processes })}.{' '}
          {t('system.since', { date: dateTime(system.startedAt, language) })}
        </Part>
        <Part
          name={t('system.part.release')}
          isIll={has('newer')}
          note={t('system.migration', { migration: system.migration })}
        >
          {t('system.release', { version: system.version, build: system.build })}
          {system.newer !== null && <span>{t('system.newer', { version: system.newer.version })}</span>}
        </Part>
      </dl>
    </section>
  )
}

const stateOfMail = ({ configured, ok }: SystemState['mail']) =>
  !configured ? 'none' : ok === null ? 'untried' : ok ? 'ok' : 'failing'

type PartProps = { name: string; isIll?: boolean; note?: string | false; children: ReactNode }

function Part({ name, isIll = false, note, children }: PartProps) {
  const t = useText()
  return (
    <div data-ill={isIll || undefined}>
      <dt>
        {isIll ? <WarningIcon /> : <CheckCircleIcon />}
        <span className="kit-hidden">{t(isIll ? 'system.needsCare' : 'system.isWell')}:</span> {name}
      </dt>
      <dd>
        {children}
        {note && <span className="kit-note">{note}</span>}
      </dd>
    </div>
  )
}

/**
 * `restoreOf`: renders the button to restore a backup, with `name` in its accessible name; `fromFile`: the button for a
 * local file; `dialogs`: the dialogs that both open.
 */
export function useRestores() {
  const t = useText()
  const navigate = useNavigate()
  const [source, setSource] = useState<Source>()
  const restoreOf = useCallback(
    (backup: Exclude<Source, File>, name: string) => (
      <Button aria-label={t('restoring.openOf', { name })} onPress={() => setSource(backup)}>
        {t('restoring.open')}
      </Button>
    ),
    [t],
  )
  const watch = (id: number) => {
    setSource(undefined)
    void navigate(`${href(adminPaths.system)}?${restoreParam}=${id}`, { replace: true })
  }
  const dialogs = (
    <>
      {source && <RestoreDialog source={source} onBegun={watch} onClose={() => setSource(undefined)} />}
      <RestoreWatch />
    </>
  )
  return { restoreOf, fromFile: <FromFile onFile={setSource} />, dialogs }
}

function FromFile({ onFile }: { onFile: (file: File) => void }) {
  const t = useText()
  return (
    <FileTrigger
      onSelect={(files) => {
        const file = files?.[0]
        if (file) onFile(file)
      }}
    >
      <Button>
        <UploadIcon />
        {t('restoring.fromFile')}
      </Button>
    </FileTrigger>
  )
}
