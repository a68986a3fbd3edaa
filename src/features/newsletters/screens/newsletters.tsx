import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { type ListColumn, type ListDeclaration, ListTable } from '#auth/lists/admin-list'
import { useState, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useWrite } from '#auth/forms/use-write'
import { UserRegion } from '#auth/sessions/user-region'
import { textIn } from '#contract/site'
import { LeaveGuard } from '#editing/leave-guard'
import { isEverybody, type Newsletter } from '../contract'
import { newslettersQuery } from '../queries'
import { mailQuery } from '#client/mail-query'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { DateTime } from '#i18n/date-time'
import { useText } from '#i18n/i18n'
import { MailIcon, PlusIcon, SettingsIcon } from '#ui/controls/buttons/icons'
import { LinkButton } from '#ui/controls/buttons/button'
import { Screen } from '#ui/controls/screen'
import { Alert, loadFailed, TableSkeleton } from '#ui/controls/states/states'
import { Link } from '#ui/link'
import { BackToNewsletters, OneNewsletter } from './one-newsletter'
import { NewsletterForm, useAudienceText } from './newsletter-form'
import { blankNewsletter, inputOf, isSame } from './newsletter-values'
import { isGoing, refreshing } from '#features/newsletters/queries'

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined

/** Newsletters: the list, one (`?letter=`), or a new one, optionally of a post (`?new=`, `?post=`). */
export function NewslettersScreen() {
  const t = useText()
  const navigate = useNavigate()
  const asked = new URLSearchParams(useLocation().search)
  const newsletter = wholeNumber(asked.get('letter'))
  const post = wholeNumber(asked.get('post'))
  const open = (id: number) => void navigate(`${href(adminPaths.newsletters)}?letter=${id}`, { replace: true })
  const leave = () => void navigate(href(adminPaths.newsletters), { replace: true })
  const isNew = asked.has('new') || post !== undefined
  const isList = newsletter === undefined && !isNew
  return (
    <Screen
      // A view of its own, at whose heading the focus arrives.
      key={`${newsletter} ${isNew}`}
      title={t('adminNav.newsletters')}
      intro={t('newsletters.intro')}
      actions={
        isList && (
          <>
            <LinkButton href={`${href(adminPaths.waitlist)}?settings=1`}>
              <SettingsIcon />
              {t('signUp.screen')}
            </LinkButton>
            <LinkButton variant="primary" href={`${href(adminPaths.newsletters)}?new=1`}>
              <PlusIcon />
              {t('newsletters.new')}
            </LinkButton>
          </>
        )
      }
    >
      <UserRegion loading={null} failed={() => null}>
        <NoMail />
      </UserRegion>
      <UserRegion
        loading={<TableSkeleton label={t('newsletters.loading')} />}
        failed={loadFailed('newsletters.failed')}
      >
        {newsletter !== undefined ? (
          <OneNewsletter id={newsletter} onDeleted={leave} onMade={open} />
        ) : isNew ? (
          <NewNewsletter post={post} onMade={open} />
        ) : (
          <Newsletters />
        )}
      </UserRegion>
    </Screen>
  )
}

function Newsletters() {
  const navigate = useNavigate()
  const audienceText = useAudienceText()
  const { data: rows } = useSuspenseQuery({
    ...newslettersQuery(),
    refetchInterval: ({ state: { data = [] } }) => (data.some(isGoing) ? refreshing : false),
  })
  const columns = useMemo(() => newsletterColumns(audienceText), [audienceText])
  return <ListTable {...newsletters} columns={columns} rows={rows} onOpen={({ id }) => void navigate(addressOf(id))} />
}

/** Says on a site without a mail server that newsletters cannot be sent. */
function NoMail() {
  const t = useText()
  const { data: mail } = useQuery(mailQuery())
  if (!mail || mail.configured) return null
  return (
    <Alert variant="warning" title={t('outbox.none')}>
      {t('newsletters.noMail')}
    </Alert>
  )
}

/** A newsletter that is not stored yet. */
function NewNewsletter({ post, onMade }: { post: number | undefined; onMade: (id: number) => void }) {
  const t = useText()
  const [values, setValues] = useState(() => blankNewsletter(post))
  const { mutate, isPending, isSuccess, error } = useWrite<Newsletter>({
    failed: t('newsletters.notSaved'),
    stale: [newslettersQuery().queryKey],
    onDone: ({ id }) => onMade(id),
  })
  return (
    <>
      <BackToNewsletters />
      <section className="admin-panel" aria-labelledby="newsletter">
        <h2 id="newsletter">{t('newsletters.new')}</h2>
        <NewsletterForm
          {...{ values, error, isPending }}
          isNew
          onChange={setValues}
          onSave={() => mutate({ method: 'POST', path: '/api/newsletters', body: inputOf(values) })}
        />
      </section>
      <LeaveGuard isActive={!isSuccess && !isSame(values, blankNewsletter(post))} isKept={false} />
    </>
  )
}

const addressOf = (id: number) => `${href(adminPaths.newsletters)}?letter=${id}`

const newsletters: Omit<ListDeclaration<Newsletter>, 'columns'> = {
  label: 'adminNav.newsletters',
  empty: { icon: <MailIcon />, title: 'newsletters.empty', text: 'newsletters.emptyText' },
  initialSort: { column: 'date', direction: 'descending' },
}

const newsletterColumns = (audienceText: ReturnType<typeof useAudienceText>): ListColumn<Newsletter>[] => [
  {
    id: 'subject',
    label: 'newsletters.subject',
    isTitle: true,
    sort: ({ subject }, { language }) => textIn(subject, language),
    show: ({ id, subject }, { language }) => <Link href={addressOf(id)}>{textIn(subject, language)}</Link>,
  },
  {
    id: 'audience',
    label: 'newsletters.audience',
    sort: ({ audience, segment }, { t }) =>
      isEverybody(segment) ? audienceText(audience) : t('newsletters.some', { readers: audienceText(audience) }),
  },
  {
    id: 'state',
    label: 'newsletters.state',
    explainsItself: true,
    sort: ({ state }, { t }) => t(`newsletters.is.${state}`),
    show: (newsletter, { t }) => (
      <span className={isGoing(newsletter) ? 'kit-badge' : 'kit-whole'}>{t(`newsletters.is.${newsletter.state}`)}</span>
    ),
  },
  {
    id: 'sent',
    label: 'newsletters.sent',
    sort: ({ sent }) => sent,
    show: ({ sent, total }, { t }) => (total > 0 ? t('newsletters.sentOf', { sent, total }) : '–'),
  },
  {
    id: 'date',
    label: 'newsletters.date',
    sort: ({ sendAt, createdAt }) => sendAt ?? createdAt,
    show: ({ sendAt, createdAt }) => <DateTime at={sendAt ?? createdAt} />,
  },
]
