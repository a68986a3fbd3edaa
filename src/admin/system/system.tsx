import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import type { SystemState } from '#contract/system'
import { bytesText } from '#i18n/bytes-text'
import { clockTime, dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { Button } from '#ui/controls/buttons/button'
import { CheckCircleIcon, ChevronRightIcon, RefreshIcon, WarningIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Skeleton } from '#ui/controls/states/skeleton'
import { Link, OutLink } from '#ui/link'
import { BackupsPanel } from './backups/backups-panel'
import { systemQuery, jobsQuery } from './queries'
import { useRestores } from './restore/use-restores'
import { type Problem, useProblems, needsCare } from './use-problems'

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
          {problems.map((problem) => (
            <Row key={problem.key} problem={problem} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ problem: { Icon, title, text, isUrgent, to, isElsewhere } }: { problem: Problem }) {
  const content = (
    <>
      <Icon />
      <span>
        <strong>{title}</strong>
        <span className="kit-note">{text}</span>
      </span>
    </>
  )
  return (
    <li data-urgent={isUrgent || undefined}>
      {to === undefined ? (
        <div className="system-how">{content}</div>
      ) : isElsewhere ? (
        <OutLink href={to}>
          {content}
          <ChevronRightIcon />
        </OutLink>
      ) : (
        <Link href={to}>
          {content}
          <ChevronRightIcon />
        </Link>
      )}
    </li>
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
