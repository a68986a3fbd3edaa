import { useQueries, useQuery } from '@tanstack/react-query'
import { isGoing } from '#features/newsletters/screens/sending-state'
import type { ChecklistKey } from '#contract/checklist-keys'
import { checksQuery } from '#features/checks/queries'
import { checklistQuery } from '#features/checklist/queries'
import { recordKinds } from '#features/kinds'
import type { Newsletter } from '#features/newsletters/contract'
import { newslettersQuery } from '#features/newsletters/queries'
import { mailQuery } from '#client/mail-query'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { dateTime } from '#i18n/dates'
import { usePageLanguage } from '#i18n/language-atom'
import { translated } from '#i18n/translated'
import { useLanguageNames } from '#i18n/use-language-names'
import type { EditedSummary } from '#records/kind/record'
import { recordsPartQuery } from '#records/screen/load-record'
import {
  CheckCircleIcon,
  ChevronRightIcon,
  ClockIcon,
  type IconComponent,
  ImageIcon,
  MailIcon,
  MessageIcon,
  PageIcon,
  PencilIcon,
  SendIcon,
  TranslationIcon,
} from '#ui/controls/buttons/icons'
import { Skeleton } from '#ui/controls/states/skeleton'
import { useText } from '#i18n/i18n'
import { Link } from '#ui/link'
import { waitingQuery } from './counts'

/** The maximum number of titles that summarize a list. */
const mostTitles = 3

/** The open tasks, each with a link to its list. */
export function Waiting({ unread, hasPages }: DashboardFacts) {
  const t = useText()
  const { rows: shown, isPending } = useWaitingRows({ unread, hasPages })
  const isEmpty = shown.length === 0 && !isPending
  return (
    <section className="admin-panel" aria-labelledby="waiting" aria-busy={isPending} data-empty={isEmpty || undefined}>
      <h2 id="waiting" className={isEmpty ? 'kit-hidden' : undefined}>
        {t('dashboard.waiting')}
      </h2>
      {shown.length > 0 ? (
        <ul className="admin-steps">
          {shown.map((row) => (
            <Row key={row.to} {...row} />
          ))}
        </ul>
      ) : isPending ? (
        <Skeleton />
      ) : (
        <p className="admin-steps-none">
          <CheckCircleIcon />
          {t('dashboard.nothingWaits')}
        </p>
      )}
    </section>
  )
}

function Row({ to, Icon, title, text, isUrgent }: WaitingRow) {
  return (
    <li data-urgent={isUrgent || undefined}>
      <Link href={to}>
        <Icon />
        <span>
          <strong>{title}</strong>
          <span className="kit-note">{text}</span>
        </span>
        <ChevronRightIcon />
      </Link>
    </li>
  )
}

type DashboardFacts = {
  /** Undefined while unknown. */
  unread: number | undefined
  hasPages: boolean | undefined
}

type WaitingRow = { to: string; Icon: IconComponent; title: string; text: string; isUrgent?: boolean }

/** `waits`: whether the row is shown. */
type Candidate = WaitingRow & { waits: boolean }

/** The open tasks: urgent ones first, then those of records, then missing content. */
function useWaitingRows({ unread = 0, hasPages = true }: DashboardFacts): {
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
  const letters = useLetterRows()
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
    ...letters,
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
function useLetterRows(): Candidate[] {
  const t = useText()
  const language = usePageLanguage()
  const { data: letters = [] } = useQuery(newslettersQuery())
  const going = letters.filter(isGoing)
  const titleOf = ({ subject, sendAt, state }: Newsletter) => {
    const title = t('dashboard.titled', { title: subject[language] || subject.en })
    return state === 'sending' || sendAt === null ? title : `${title} (${dateTime(sendAt, language)})`
  }
  return [
    {
      waits: going.length > 0,
      to: href(adminPaths.newsletters),
      Icon: SendIcon,
      title: t('dashboard.lettersGoing', { count: going.length }),
      text: going.slice(0, mostTitles).map(titleOf).join(', '),
    },
  ]
}

/** A row for each kind's records with this status, with the titles of the first few. */
function useRecordRows(status: 'draft' | 'scheduled'): { rows: Candidate[]; isPending: boolean } {
  const t = useText()
  const language = usePageLanguage()
  const lists = useQueries({
    queries: recordKinds.map((kind) =>
      recordsPartQuery(kind, {
        status,
        limit: mostTitles,
        ...(status === 'scheduled' ? { sort: 'publishedAt' as const } : {}),
      }),
    ),
  })
  const titleOf = (row: EditedSummary) => {
    const title = t('dashboard.titled', { title: translated(row, row.translations, language).title })
    return status === 'draft'
      ? title
      : `${title} (${row.publishedAt === null ? '' : dateTime(row.publishedAt, language)})`
  }
  return {
    rows: recordKinds.flatMap((kind, at) => {
      const { rows, total } = lists[at]?.data ?? { rows: [], total: 0 }
      if (total === 0) return []
      return {
        waits: true,
        to: `${href(kind.screen)}?status=${status}`,
        Icon: status === 'draft' ? PencilIcon : ClockIcon,
        title: t(status === 'draft' ? 'dashboard.drafts' : 'dashboard.scheduled', { count: total }),
        text: `${t(`media.kind.${kind.name}`)}: ${rows.map(titleOf).join(', ')}`,
      }
    }),
    isPending: lists.some((list) => list.isPending),
  }
}
