import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCallback, useId, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { Older, useOlder } from '#editing/older'
import { useWrite } from '#auth/forms/use-write'
import { UserRegion } from '#auth/sessions/user-region'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { EmailAddress } from '#ui/controls/fields/email-address'
import { EmptyState } from '#ui/controls/states/empty-state'
import { MailIcon } from '#ui/controls/buttons/icons'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Screen } from '#ui/controls/screen'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { Segments } from '#editing/segments'
import { dateColumn } from '#ui/controls/tables/date-column'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { type Mail, mailStates } from '#features/outbox/contract'
import { mailQuery } from '#client/mail-query'
import { outboxQueryOf } from '#features/outbox/queries'
import { Form } from '#auth/forms/form'
import { Select } from '#ui/controls/fields/select'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import type { Settings } from '#features/settings/contract'
import { settingsQuery } from '#features/settings/queries'

const views = ['all', ...mailStates] as const
type View = (typeof views)[number]

/** The site's sent and failed mails, and the language of mails to the owner. */
export function OutboxScreen() {
  const t = useText()
  const ownerId = useId()
  const asked = new URLSearchParams(useLocation().search).get('state')
  const [view, setView] = useState<View>(views.find((one) => one === asked) ?? 'all')
  const loading = <TableSkeleton label={t('outbox.loading')} />
  return (
    <Screen title={t('adminNav.outbox')} intro={t('outbox.intro')}>
      <UserRegion loading={null} failed={loadFailed('outbox.failedToLoad')}>
        <OutboxStatus />
      </UserRegion>
      <Segments
        label={t('outbox.shown')}
        selected={view}
        onSelect={setView}
        options={views.map((id) => ({ id, label: t(`outbox.view.${id}`) }))}
      />
      <UserRegion key={view} loading={loading} failed={loadFailed('outbox.failedToLoad')}>
        <Mails view={view} />
      </UserRegion>
      <section className="account-sheet outbox-owner" aria-labelledby={ownerId}>
        <h2 id={ownerId}>{t('outbox.owner')}</h2>
        <UserRegion loading={loading} failed={loadFailed('outbox.failedToLoad')}>
          <OwnerForm />
        </UserRegion>
      </section>
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

function Mails({ view }: { view: View }) {
  const t = useText()
  const list = useOlder((part) => outboxQueryOf(view === 'all' ? part : { ...part, state: view }))
  const mails = list.rows
  const { mutate, isPending } = useWrite<Mail>({
    failed: t('outbox.retryFailed'),
    done: ({ to }) => t('outbox.retried', { to }),
    stale: [['/api/outbox'], mailQuery().queryKey],
  })
  const retry = useCallback(
    (id: number) => {
      mutate({ method: 'POST', path: `/api/outbox/${id}/retry` })
      // Its button disappears when the mail is sent.
      rescueFocus()
    },
    [mutate],
  )
  const columns = useMailColumns({ isPending, onRetry: retry })
  return mails.length === 0 ? (
    <EmptyState
      icon={<MailIcon />}
      title={t('outbox.empty')}
      text={view === 'all' ? t('outbox.emptyText') : undefined}
    />
  ) : (
    <div className="kit-stack">
      <DataTable
        label={t('adminNav.outbox')}
        columns={columns}
        rows={mails}
        filterText={({ subject, to }) => `${subject} ${to}`}
        filterLabel={t('outbox.filter')}
        matches={(count) => t('table.matches', { count })}
      />
      <Older list={list} failed="outbox.failedToLoad" />
    </div>
  )
}

function useMailColumns({ isPending, onRetry }: { isPending: boolean; onRetry: (id: number) => void }) {
  const t = useText()
  return useMemo<Column<Mail>[]>(
    () => [
      { id: 'subject', label: t('outbox.subject'), isRowHeader: true, sortValue: ({ subject }) => subject },
      {
        id: 'to',
        label: t('outbox.to'),
        sortValue: ({ to }) => to,
        render: ({ to }) => (
          <div className="outbox-to">
            <EmailAddress>{to}</EmailAddress>
          </div>
        ),
      },
      {
        id: 'kind',
        label: t('outbox.kind'),
        sortValue: ({ kind }) => kind,
        render: ({ kind }) => <span className="outbox-kind">{t(`outbox.of.${kind}`)}</span>,
      },
      dateColumn('createdAt', t('outbox.created')),
      {
        id: 'state',
        label: t('outbox.state'),
        sortValue: ({ state }) => state,
        render: ({ state, attempts, lastError }) => (
          <>
            {t(`outbox.is.${state}`)}
            {lastError !== null && (
              <p className="kit-note">
                {t('outbox.tries', { attempts })}: {lastError}
              </p>
            )}
          </>
        ),
      },
      {
        id: 'actions',
        label: t('outbox.actions'),
        align: 'end',
        render: ({ id, state, subject }) =>
          state === 'sent' ? null : (
            <Button isPending={isPending} aria-label={t('outbox.retryOne', { subject })} onPress={() => onRetry(id)}>
              {t('outbox.retry')}
            </Button>
          ),
      },
    ],
    [t, isPending, onRetry],
  )
}

/** The language of mails to the owner, and the retention time of messages. */
function OwnerForm() {
  const t = useText()
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
      <Select
        label={t('outbox.ownerLanguage')}
        value={ownerLanguage}
        onChange={setOwnerLanguage}
        options={languages.map((value) => ({ value, label: locales[value] }))}
      />
      <TextField
        label={t('outbox.kept')}
        description={t('outbox.keptHint')}
        inputMode="numeric"
        value={days}
        onChange={setDays}
        error={faults.messagesKeptDays}
      />
      <div className="kit-actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t(isPending ? 'account.saving' : 'account.save')}
        </Button>
      </div>
    </Form>
  )
}
