import { useQueries, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { adminPaths } from '#i18n/addresses/admin-paths'
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
  TranslationIcon,
} from '#ui/controls/buttons/icons'
import { Skeleton } from '#ui/controls/states/skeleton'
import { href } from '#i18n/addresses/href'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { translated } from '#i18n/translated'
import { Link } from '#ui/link'
import { type RecordKindName, recordKinds } from '#features/kinds'
import { mailQuery } from '#features/outbox/queries'
import type { EditedSummary } from '#records/kind/record'
import { recordsPartQuery } from '#records/screen/load-record'
import { waitingQuery } from './counts'

type WaitingProps = {
  /** Undefined while it is not known. */
  unread: number | undefined
  hasPages: boolean | undefined
}

/** So many titles tell of a list. */
const told = 3

/** What waits for somebody, each with the way to the list of it; nothing that is done. */
export function Waiting({ unread, hasPages }: WaitingProps) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const { data: counts, isPending: isCounting } = useQuery(waitingQuery())
  const { data: mail, isPending: isMailPending } = useQuery(mailQuery())
  const drafts = useQueries({
    queries: recordKinds.map((kind) => recordsPartQuery(kind, { status: 'draft', limit: told })),
  })
  const scheduled = useQueries({
    queries: recordKinds.map((kind) =>
      recordsPartQuery(kind, { status: 'scheduled', limit: told, sort: 'publishedAt' }),
    ),
  })
  const isPending = isCounting || isMailPending || [...drafts, ...scheduled].some((query) => query.isPending)

  const titleOf = (row: EditedSummary) =>
    t('dashboard.titled', { title: translated(row, row.translations, language).title })
  const kindOf = (kind: RecordKindName, texts: string[]) => `${t(`media.kind.${kind}`)}: ${texts.join(', ')}`
  const rows: (RowProps | false)[] = [
    unread !== undefined &&
      unread > 0 && {
        to: href(adminPaths.messages),
        Icon: MessageIcon,
        title: t('dashboard.unread', { count: unread }),
        text: t('dashboard.unreadText'),
        isUrgent: true,
      },
    mail !== undefined &&
      mail.failed > 0 && {
        to: `${href(adminPaths.outbox)}?state=failed`,
        Icon: MailIcon,
        title: t('dashboard.failedMails', { count: mail.failed }),
        text: t('dashboard.failedMailsText'),
        isUrgent: true,
      },
    hasPages === false && {
      to: href(adminPaths.content),
      Icon: PageIcon,
      title: t('dashboard.createPages'),
      text: t('dashboard.createPagesText'),
      isUrgent: true,
    },
    ...recordKinds.map((kind, at) => {
      const { rows: some, total } = drafts[at]?.data ?? { rows: [], total: 0 }
      const text = () => kindOf(kind.name, some.map(titleOf))
      return (
        total > 0 && {
          to: `${href(kind.screen)}?status=draft`,
          Icon: PencilIcon,
          title: t('dashboard.drafts', { count: total }),
          text: text(),
        }
      )
    }),
    ...recordKinds.map((kind, at) => {
      const { rows: some, total } = scheduled[at]?.data ?? { rows: [], total: 0 }
      const text = () =>
        kindOf(
          kind.name,
          some.map((row) => `${titleOf(row)} (${row.publishedAt === null ? '' : dateTime(row.publishedAt, language)})`),
        )
      return (
        total > 0 && {
          to: `${href(kind.screen)}?status=scheduled`,
          Icon: ClockIcon,
          title: t('dashboard.scheduled', { count: total }),
          text: text(),
        }
      )
    }),
    counts !== undefined &&
      counts.untranslated > 0 && {
        to: href(adminPaths.translations),
        Icon: TranslationIcon,
        title: t('dashboard.untranslated', { count: counts.untranslated }),
        text: t('dashboard.untranslatedText'),
      },
    counts !== undefined &&
      counts.undescribed > 0 && {
        to: `${href(adminPaths.media)}?lacks=alt`,
        Icon: ImageIcon,
        title: t('dashboard.undescribed', { count: counts.undescribed }),
        text: t('dashboard.undescribedText'),
      },
  ]
  const shown = rows.filter((row) => row !== false)
  return (
    <section className="admin-panel" aria-labelledby="waiting" aria-busy={isPending}>
      <h2 id="waiting">{t('dashboard.waiting')}</h2>
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

type RowProps = { to: string; Icon: IconComponent; title: string; text: ReactNode; isUrgent?: boolean }

function Row({ to, Icon, title, text, isUrgent }: RowProps) {
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
