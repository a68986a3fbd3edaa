import { useQuery, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { isGoing, newslettersQuery } from '#features/newsletters/queries'
import type { ChecklistKey } from '#contract/checklist-keys'
import { checksQuery } from '#features/checks/queries'
import { checklistQuery } from '#features/checklist/queries'
import { recordKindOf } from '#features/kinds'
import type { Newsletter } from '#features/newsletters/contract'
import type { OverviewRecord } from '#features/overview/contract'
import { overviewQuery } from '#features/overview/queries'
import { mailQuery } from '#client/mail-query'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { dateTime } from '#i18n/dates'
import { usePageLanguage } from '#i18n/language-atom'
import { translated } from '#i18n/translated'
import { useLanguageNames } from '#i18n/use-language-names'
import { Button, LinkButton } from '#ui/controls/buttons/button'
import {
  CheckCircleIcon,
  ClockIcon,
  ImageIcon,
  MailIcon,
  MessageIcon,
  PageIcon,
  PencilIcon,
  SendIcon,
  TranslationIcon,
} from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import type { Counted } from '#contract/list-pages'
import type { PostSummary } from '#features/posts/contract'
import type { ProjectSummary } from '#features/projects/contract'
import { LoadingRows } from './cards'
import { Step, type StepProps } from './step'
import { useWrite } from '#auth/forms/use-write'
import { Alert } from '#ui/controls/states/states'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { useToast } from '#ui/toasts/toast'
import type { Mail } from '#features/outbox/contract'
import { outboxQueryOf } from '#features/outbox/queries'
import { setupStateQuery } from '#admin/setup/queries'

/** The numbers of missing translations and alternative texts. */
const waitingQuery = () =>
  queryOptions<{ untranslated: number; undescribed: number }>({ queryKey: ['/api/waiting'], staleTime: 0 })

// Only the count, without the list.
export const postCountQuery = () =>
  queryOptions<Counted<PostSummary>>({ queryKey: ['/api/blog', { limit: 1 }], meta: { counted: true } })
export const projectCountQuery = () =>
  queryOptions<Counted<ProjectSummary>>({ queryKey: ['/api/projects', { limit: 1 }], meta: { counted: true } })

/** The maximum number of titles that summarize a list. */
const mostTitles = 3

/** The rows that show at once. */
const mostRows = 5

/** The open tasks, each with a link to its list. */
export function Waiting({ unread, hasPages }: DashboardFacts) {
  const t = useText()
  const [isWhole, setIsWhole] = useState(false)
  const { rows, isPending } = useWaitingRows({ unread, hasPages })
  if (rows.length === 0)
    return isPending ? (
      <LoadingRows />
    ) : (
      <p className="admin-steps-none">
        <CheckCircleIcon />
        {t('dashboard.nothingWaits')}
      </p>
    )
  return (
    <>
      <ul className="admin-steps">
        {(isWhole ? rows : rows.slice(0, mostRows)).map((row) => (
          <li key={row.to} data-urgent={row.isUrgent || undefined}>
            <Step {...row} />
          </li>
        ))}
      </ul>
      {rows.length > mostRows && (
        <Button variant="quiet" aria-expanded={isWhole} onPress={() => setIsWhole(!isWhole)}>
          {isWhole ? t('visits.less') : t('visits.all', { count: rows.length })}
        </Button>
      )}
    </>
  )
}

type DashboardFacts = {
  /** Undefined while unknown. */
  unread: number | undefined
  hasPages: boolean | undefined
}

type WaitingRow = Omit<StepProps, 'to' | 'isElsewhere'> & { to: string; isUrgent?: boolean }

/** `waits`: whether the row is shown. */
type Candidate = WaitingRow & { waits: boolean }

/** The open tasks: urgent ones first, then those of records, then missing content. */
export function useWaitingRows({ unread = 0, hasPages = true }: Partial<DashboardFacts>): {
  rows: WaitingRow[]
  isPending: boolean
} {
  const t = useText()
  const { anyOther } = useLanguageNames()
  const { data: counts, isPending: isCounting } = useQuery(waitingQuery())
  const { data: mail, isPending: isMailPending } = useQuery(mailQuery())
  const drafts = useRecordRows('draft')
  const scheduled = useRecordRows('scheduled')
  const { data: checklist = [] } = useQuery(checklistQuery())
  // Open entries of the checklist are not repeated here.
  const isListed = (wanted: ChecklistKey) => checklist.some(({ key, state }) => key === wanted && state === 'open')
  const newsletters = useNewsletterRows()
  const { data: checked = [] } = useQuery(checksQuery())
  const { failed = 0 } = mail ?? {}
  const { untranslated = 0, undescribed = 0 } = counts ?? {}
  const candidates: Candidate[] = [
    {
      waits: unread > 0,
      to: href(adminPaths.messages),
      Icon: MessageIcon,
      title: t('dashboard.unread', { count: unread }),
      text: t('dashboard.unreadText'),
      isUrgent: true,
    },
    {
      waits: failed > 0,
      to: `${href(adminPaths.outbox)}?state=failed`,
      Icon: MailIcon,
      title: t('dashboard.failedMails', { count: failed }),
      text: t('dashboard.failedMailsText'),
      isUrgent: true,
    },
    {
      waits: !hasPages,
      to: href(adminPaths.content),
      Icon: PageIcon,
      title: t('dashboard.createPages'),
      text: t('dashboard.createPagesText'),
      isUrgent: true,
    },
    ...drafts.rows,
    ...scheduled.rows,
    ...newsletters,
    {
      waits: untranslated > 0 && !isListed('translations'),
      to: href(adminPaths.translations),
      Icon: TranslationIcon,
      title: t('dashboard.untranslated', { count: untranslated }),
      text: t('dashboard.untranslatedText', { languages: anyOther }),
    },
    {
      waits: undescribed > 0 && !isListed('alt-texts'),
      to: `${href(adminPaths.media)}?lacks=alt`,
      Icon: ImageIcon,
      title: t('dashboard.undescribed', { count: undescribed }),
      text: t('dashboard.undescribedText'),
    },
    {
      waits: checked.length > 0,
      to: href(adminPaths.checks),
      Icon: PencilIcon,
      title: t('dashboard.improvable', { count: checked.length }),
      text: t('dashboard.improvableText'),
    },
  ]
  return {
    rows: candidates.filter(({ waits }) => waits),
    isPending: isCounting || isMailPending || drafts.isPending || scheduled.isPending,
  }
}

/** Newsletters that are scheduled or being sent. */
function useNewsletterRows(): Candidate[] {
  const t = useText()
  const language = usePageLanguage()
  const { data: newsletters = [] } = useQuery(newslettersQuery())
  const going = newsletters.filter(isGoing)
  const titleOf = ({ subject, sendAt, state }: Newsletter) => {
    const title = t('dashboard.titled', { title: subject[language] || subject.en })
    return state === 'sending' || sendAt === null ? title : `${title} (${dateTime(sendAt, language)})`
  }
  return [
    {
      waits: going.length > 0,
      to: href(adminPaths.newsletters),
      Icon: SendIcon,
      title: t('dashboard.newslettersGoing', { count: going.length }),
      text: going.slice(0, mostTitles).map(titleOf).join(', '),
    },
  ]
}

/** A row for each kind's records with this status, with the titles of the first few. */
function useRecordRows(status: 'draft' | 'scheduled'): { rows: Candidate[]; isPending: boolean } {
  const t = useText()
  const language = usePageLanguage()
  const { data: overview = [], isPending } = useQuery(overviewQuery())
  const titleOf = (row: OverviewRecord) => {
    const title = t('dashboard.titled', { title: translated(row, row.translations, language).title })
    return status === 'draft' || row.publishedAt === null ? title : `${title} (${dateTime(row.publishedAt, language)})`
  }
  const rows = overview.flatMap((one): Candidate[] => {
    const { count, records } = one[status]
    const kind = recordKindOf(one.kind)
    if (!kind || count === 0) return []
    return [
      {
        waits: true,
        to: `${href(kind.screen)}?status=${status}`,
        Icon: status === 'draft' ? PencilIcon : ClockIcon,
        title: t(status === 'draft' ? 'dashboard.drafts' : 'dashboard.scheduled', { count }),
        text: `${t(`media.kind.${kind.name}`)}: ${records.map(titleOf).join(', ')}`,
      },
    ]
  })
  return { rows, isPending }
}

/** Shows failed mails on the dashboard, with a retry. */
export function FailedMails() {
  const t = useText()
  const toast = useToast()
  const [isTrying, setIsTrying] = useState(false)
  const { data: mail } = useQuery(mailQuery())
  const { data: failed = [] } = useQuery({
    ...outboxQueryOf({ state: 'failed' }),
    enabled: mail !== undefined && mail.failed > 0,
  })
  const { mutateAsync } = useWrite<Mail>({
    failed: t('outbox.retryFailed'),
    stale: [['/api/outbox'], mailQuery().queryKey],
  })
  const retry = async () => {
    setIsTrying(true)
    // The button disappears with the last failed mail.
    rescueFocus()
    const outcomes = await Promise.allSettled(
      failed.map(({ id }) => mutateAsync({ method: 'POST', path: `/api/outbox/${id}/retry` })),
    )
    setIsTrying(false)
    if (outcomes.every(({ status }) => status === 'fulfilled')) toast({ title: t('outbox.retriedAll') })
  }
  return (
    <>
      {mail?.configured && mail.ok === false && (
        <Alert variant="danger" title={t('outbox.away')}>
          {t('outbox.awayText', { error: mail.lastError ?? '' })}
        </Alert>
      )}
      {failed.length > 0 && (
        <Alert
          variant="danger"
          title={t('outbox.someFailed', { count: failed.length })}
          action={
            <Button isPending={isTrying} onPress={() => void retry()}>
              {t('outbox.retry')}
            </Button>
          }
        >
          {failed
            .slice(0, 3)
            .map(({ subject, to }) => `${subject} (${to})`)
            .join(', ')}
        </Alert>
      )}
    </>
  )
}

/** Leads to the first screen while it is neither answered nor skipped: for administrators made by a command or the environment. */
export function SetupNotice() {
  const t = useText()
  const { data: setup } = useQuery(setupStateQuery())
  if (setup?.open !== true) return null
  return (
    <Alert
      variant="info"
      title={t('begin.title')}
      action={<LinkButton href={href(adminPaths.setup)}>{t('begin.open')}</LinkButton>}
    >
      {t('begin.intro')}
    </Alert>
  )
}
