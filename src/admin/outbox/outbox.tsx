import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { type ListDeclaration, type ListFilter, ListFrame, ListRegion, dateColumn } from '#auth/lists/admin-list'
import { useFilters } from '#editing/lists/list-tools'
import { Older, useOlder } from '#editing/older'
import { useWrite } from '#auth/forms/use-write'
import { UserRegion } from '#auth/sessions/user-region'
import { Alert, loadFailed } from '#ui/controls/states/states'
import { Button } from '#ui/controls/buttons/button'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { EmailAddress } from '#ui/controls/fields/email-address'
import { MailIcon, RefreshIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { type Mail, mailStates } from '#features/outbox/contract'
import { mailQuery } from '#client/mail-query'
import { outboxQueryOf } from '#features/outbox/queries'
import { Form } from '#auth/forms/form'
import { Select } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import type { Settings } from '#features/settings/owner/contract'
import { settingsQuery } from '#features/settings/queries'

const views = ['all', ...mailStates] as const

const state: ListFilter<Mail> = {
  name: 'state',
  label: 'outbox.shown',
  values: views,
  optionOf: (value, { t }) => t(`outbox.view.${views.find((view) => view === value) ?? 'all'}`),
}

/** The site's sent and failed mails, and the language of mails to the owner. */
export function OutboxScreen() {
  const t = useText()
  return (
    <Screen title={t('adminNav.outbox')} intro={t('outbox.intro')}>
      <UserRegion loading={null} failed={loadFailed('outbox.failedToLoad')}>
        <OutboxStatus />
      </UserRegion>
      <Mails />
      <ListRegion loading="outbox.loading" failed="outbox.failedToLoad">
        <OwnerForm />
      </ListRegion>
    </Screen>
  )
}

/** Whether mail is configured. */
function OutboxStatus() {
  const t = useText()
  const { data: mail } = useSuspenseQuery(mailQuery())
  const { demo } = useAtomValue(siteAtom)
  if (demo)
    return (
      <Alert variant="info" title={t('demo.mail')}>
        {t('demo.mailText')}
      </Alert>
    )
  if (!mail.configured)
    return (
      <Alert variant="info" title={t('outbox.none')}>
        {t('outbox.noneText')}
      </Alert>
    )
  if (mail.ok !== false) return null
  return (
    <Alert variant="danger" title={t('outbox.away')}>
      {t('outbox.awayText', { error: mail.lastError ?? '' })}
    </Alert>
  )
}

const mails: ListDeclaration<Mail> = {
  label: 'adminNav.outbox',
  empty: { icon: <MailIcon />, title: 'outbox.empty', text: 'outbox.emptyText' },
  none: { icon: <MailIcon />, title: 'outbox.empty' },
  search: { label: 'outbox.filter', textOf: ({ subject, to }) => `${subject} ${to}` },
  filters: [state],
  columns: [
    {
      id: 'subject',
      label: 'outbox.subject',
      isTitle: true,
      sort: ({ subject }) => subject,
      show: ({ subject, attempts, lastError }, { t }) => (
        <div>
          {subject}
          {lastError !== null && (
            <p className="kit-note">
              {t('outbox.tries', { attempts })}: {lastError}
            </p>
          )}
        </div>
      ),
    },
    {
      id: 'to',
      label: 'outbox.to',
      sort: ({ to }) => to,
      show: ({ to }) => (
        <div className="outbox-to">
          <EmailAddress>{to}</EmailAddress>
        </div>
      ),
    },
    {
      id: 'kind',
      label: 'outbox.kind',
      explainsItself: true,
      sort: ({ kind }) => kind,
      show: ({ kind }, { t }) => <span className="outbox-kind">{t(`outbox.of.${kind}`)}</span>,
    },
    dateColumn('createdAt', 'outbox.created'),
    {
      id: 'state',
      label: 'outbox.state',
      explainsItself: true,
      sort: (mail) => mail.state,
      show: ({ state: is }, { t }) => t(`outbox.is.${is}`),
    },
  ],
  actionsLabel: 'outbox.actions',
  nameOf: ({ subject }) => subject,
}

function Mails() {
  const t = useText()
  const { values } = useFilters([state])
  const { mutate, isPending } = useWrite<Mail>({
    failed: t('outbox.retryFailed'),
    done: ({ to }) => t('outbox.retried', { to }),
    stale: [['/api/outbox'], mailQuery().queryKey],
  })
  const retry = (id: number) => {
    mutate({ method: 'POST', path: `/api/outbox/${id}/retry` })
    // Its button disappears when the mail is sent.
    rescueFocus()
  }
  const retryOf = ({ id, subject }: Mail) => ({
    id: 'retry',
    label: t('outbox.retryOne', { subject }),
    text: t('outbox.retry'),
    icon: <RefreshIcon />,
    isPending,
    onAction: () => retry(id),
  })
  return (
    <div className="kit-stack">
      <ListFrame {...mails} actionsOf={(mail) => (mail.state === 'sent' ? [] : [retryOf(mail)])}>
        {(show) => (
          <ListRegion loading="outbox.loading" failed="outbox.failedToLoad" asked={values.state}>
            <MailRows asked={values.state} show={show} />
          </ListRegion>
        )}
      </ListFrame>
    </div>
  )
}

type MailRowsProps = { asked: string | undefined; show: (rows: Mail[]) => ReactNode }

function MailRows({ asked, show }: MailRowsProps) {
  const view = useDeferredValue(views.find((one) => one === asked) ?? 'all')
  const list = useOlder((part) => outboxQueryOf(view === 'all' ? part : { ...part, state: view }))
  return (
    <>
      {show(list.rows)}
      <Older list={list} failed="outbox.failedToLoad" />
    </>
  )
}

/** The language of mails to the owner, and the retention time of messages. */
function OwnerForm() {
  const t = useText()
  const [ownerId, keepingId] = [useId(), useId()]
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const [ownerLanguage, setOwnerLanguage] = useState<string>(settings.ownerLanguage)
  const [days, setDays] = useState(String(settings.messagesKeptDays ?? ''))
  const { mutate, isPending, error } = useWrite<Settings>({
    failed: t('outbox.ownerFailed'),
    done: t('outbox.ownerSaved'),
    stale: [settingsQuery().queryKey],
  })
  const faults = issuesByField(fieldIssues(error))
  const save = () => {
    // The server refuses other text at the field. JSON has no NaN: it would be null, which keeps messages for ever.
    const number = Number(days)
    const messagesKeptDays = days.trim() === '' ? null : Number.isFinite(number) ? number : days
    mutate({ method: 'PUT', path: '/api/settings', body: { ownerLanguage, messagesKeptDays } })
  }
  return (
    <Form data-saves className="kit-form" error={error} onSubmit={save}>
      <div className="account-sheets">
        <section className="account-sheet" aria-labelledby={ownerId}>
          <h2 id={ownerId}>{t('outbox.owner')}</h2>
          <Select
            label={t('outbox.ownerLanguage')}
            value={ownerLanguage}
            onChange={setOwnerLanguage}
            options={languages.map((value) => ({ value, label: locales[value] }))}
          />
        </section>
        <section className="account-sheet" aria-labelledby={keepingId}>
          <h2 id={keepingId}>{t('outbox.keeping')}</h2>
          <TextField
            label={t('outbox.kept')}
            description={t('outbox.keptHint')}
            inputMode="numeric"
            value={days}
            onChange={setDays}
            error={faults.messagesKeptDays}
          />
        </section>
      </div>
      <div className="kit-actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t(isPending ? 'account.saving' : 'account.save')}
        </Button>
      </div>
    </Form>
  )
}
