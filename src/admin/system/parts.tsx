import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { SystemState } from '#contract/system'
import { bytesText } from '#features/media/item-text'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { CheckCircleIcon, WarningIcon } from '#ui/controls/buttons/icons'
import { jobsQuery, systemQuery } from './queries'
import { needsCare, useProblems } from './use-problems'

/** What the site runs on, part by part. */
export function Parts() {
  const t = useText()
  const language = useAtomValue(languageAtom)
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
          {ill > 0
            ? t('system.jobs.not', { count: ill, all: jobs.length })
            : t('system.jobs.ok', { count: jobs.length })}
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
