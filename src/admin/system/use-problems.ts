import { useSuspenseQuery } from '@tanstack/react-query'
import { checklistIcons, type StepProps } from '#admin/dashboard/step'
import type { ChecklistKey } from '#contract/checklist-keys'
import type { Backup } from '#contract/backups'
import type { JobReport, SystemState } from '#contract/system'
import { checklistQuery } from '#features/checklist/queries'
import { bytesText } from '#i18n/bytes-text'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { type Translate, useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { ActivityIcon, ClockIcon, DownloadIcon, FileIcon, ArchiveIcon, MailIcon } from '#ui/controls/buttons/icons'
import { backupsQuery, failedLast, jobsQuery, systemQuery } from './queries'

/** A problem, with a link to the screen that solves it, if there is one. */
type Problem = StepProps & { key: string; isUrgent?: boolean }

/** Free disk space in bytes: a warning below the first; below the second, uploads are about to fail. */
const littleRoom = 2_000_000_000
const hardlyRoom = 300_000_000

/** The checklist entries about operating the site, as opposed to its content. */
const ofRunning: readonly ChecklistKey[] = ['site-url', 'mail', 'backup', 'second-factor']

export const needsCare = ({ state }: Pick<JobReport, 'state'>): boolean => state === 'failing' || state === 'overdue'

/** Present failures first, then risks. */
export function useProblems(): Problem[] {
  const t = useText()
  const language = usePageLanguage()
  const { data: system } = useSuspenseQuery(systemQuery())
  const { data: jobs } = useSuspenseQuery(jobsQuery())
  const { data: checklist } = useSuspenseQuery(checklistQuery())
  const { data: backups } = useSuspenseQuery(backupsQuery())
  const open = checklist.filter(({ key, state }) => state === 'open' && ofRunning.includes(key))
  const found: Problem[] = [
    ...faultsOfSystem(system, t, language),
    ...faultsOfJobs(jobs, t),
    ...faultsOfBackups(backups, t),
    ...open.map(({ key, href: to }) => ({
      key,
      Icon: checklistIcons[key],
      title: t(`checklist.do.${key}`, { count: 0 }),
      text: t(`checklist.why.${key}`),
      to,
    })),
    ...news(system, t),
  ]
  return found.toSorted((one, other) => Number(other.isUrgent ?? false) - Number(one.isUrgent ?? false))
}

function faultsOfSystem(system: SystemState, t: Translate, language: Language): Problem[] {
  const { listen, diskFree, mail } = system
  const mailPath = href(adminPaths.outbox)
  return [
    diskFree < littleRoom && {
      key: 'disk',
      Icon: FileIcon,
      title: t('system.disk'),
      text: t('system.diskText', { size: bytesText(diskFree, language) }),
      isUrgent: diskFree < hardlyRoom,
    },
    listen.state === 'lost' && {
      key: 'listen',
      Icon: ActivityIcon,
      title: t('dashboard.deaf'),
      text: t('dashboard.deafText', { reason: listen.reason ?? '' }),
      isUrgent: true,
    },
    mail.configured &&
      mail.ok === false && {
        key: 'mail-server',
        Icon: MailIcon,
        title: t('outbox.away'),
        text: t('outbox.awayText', { error: mail.lastError ?? '' }),
        isUrgent: true,
        to: mailPath,
      },
    mail.failed > 0 && {
      key: 'mails',
      Icon: MailIcon,
      title: t('outbox.someFailed', { count: mail.failed }),
      text: t('system.failedMails'),
      isUrgent: true,
      to: `${mailPath}?state=failed`,
    },
  ].filter((fault) => fault !== false)
}

function faultsOfJobs(jobs: readonly JobReport[], t: Translate): Problem[] {
  const named = (wanted: JobReport['state']) =>
    jobs.flatMap(({ name, state }) => (state === wanted ? t('dashboard.titled', { title: name }) : []))
  const [failing, overdue] = [named('failing'), named('overdue')]
  return [
    failing.length > 0 && {
      key: 'failing',
      Icon: ClockIcon,
      title: t('system.jobs', { count: failing.length }),
      text: t('system.jobsText', { names: failing.join(', ') }),
      isUrgent: true,
    },
    overdue.length > 0 && {
      key: 'overdue',
      Icon: ClockIcon,
      title: t('system.overdue', { count: overdue.length }),
      text: t('system.overdueText', { names: overdue.join(', ') }),
    },
  ].filter((fault) => fault !== false)
}

function faultsOfBackups(backups: readonly Backup[], t: Translate): Problem[] {
  const failed = failedLast(backups)
  if (!failed) return []
  const text = [failed.error, t('backups.whatToDo')].filter(Boolean).join(' ')
  return [{ key: 'failed-backup', Icon: ArchiveIcon, title: t('backups.lastFailed'), text, isUrgent: true }]
}

function news({ newer, version }: SystemState, t: Translate): Problem[] {
  if (newer === null) return []
  return [
    {
      key: 'newer',
      Icon: DownloadIcon,
      title: t('system.newer', { version: newer.version }),
      text: t('system.newerText', { current: version }),
      to: newer.url,
      isElsewhere: true,
    },
  ]
}
