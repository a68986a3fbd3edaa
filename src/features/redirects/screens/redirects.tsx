import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState, useMemo } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { Button } from '#ui/controls/buttons/button'
import { EmptyState } from '#ui/controls/states/empty-state'
import { CheckCircleIcon, PlusIcon, RedirectIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Screen } from '#ui/controls/screen'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { useText } from '#i18n/i18n'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { dateColumn } from '#ui/controls/tables/date-column'
import { usePageLanguage } from '#i18n/language-atom'
import { FormDialog } from '#auth/forms/form-dialog'
import { FormFault } from '#auth/forms/form-fault'
import { useWrite } from '#auth/forms/use-write'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useToast } from '#ui/toasts/toast'
import { DeleteDialog } from '#auth/forms/delete-dialog'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { missingPathsQuery, redirectsQuery } from '../queries'
import type { MissingPath, Redirect, RedirectInput } from '../contract'

function RedirectsTable({ redirects }: { redirects: Redirect[] }) {
  const t = useText()
  const language = usePageLanguage()
  const [doomed, setDoomed] = useState<Redirect>()

  const columns = useMemo<Column<Redirect>[]>(
    () => [
      {
        id: 'from',
        label: t('redirects.from'),
        isRowHeader: true,
        sortValue: ({ from }) => from,
        render: ({ from }) => <span className="kit-address">{from}</span>,
      },
      {
        id: 'to',
        label: t('redirects.to'),
        sortValue: ({ to }) => to,
        render: ({ to }) => (
          <a className="kit-address" href={to}>
            {to}
          </a>
        ),
      },
      {
        id: 'kind',
        label: t('redirects.kind'),
        sortValue: ({ kind }) => kind,
        render: ({ kind }) => <span className="kit-whole">{t(`redirects.${kind}`)}</span>,
      },
      {
        id: 'hits',
        label: t('redirects.hits'),
        sortValue: ({ hits }) => hits,
        render: ({ hits }) => new Intl.NumberFormat(language).format(hits),
      },
      dateColumn('lastHitAt', t('redirects.lastHit'), t('redirects.never')),
      {
        id: 'actions',
        label: t('redirects.actions'),
        align: 'end',
        render: (row) => (
          <IconButton
            label={t('redirects.delete', { from: row.from })}
            icon={<TrashIcon />}
            onPress={() => setDoomed(row)}
          />
        ),
      },
    ],
    [t, language],
  )

  return (
    <>
      <DataTable
        label={t('redirects.table')}
        columns={columns}
        rows={redirects}
        filterText={textOf}
        filterLabel={t('redirects.filter')}
        matches={(count) => t('table.matches', { count })}
      />
      <DeleteDialog
        texts="redirects"
        target={doomed && { path: `/api/redirects/${doomed.id}`, values: { from: doomed.from } }}
        stale={[redirectsQuery().queryKey]}
        onClose={() => setDoomed(undefined)}
      />
    </>
  )
}

const textOf = ({ from, to }: Redirect) => `${from} ${to}`

type MissingRow = MissingPath & { id: string }

/** The most frequent 404 paths, each with a button that adds a redirect. */
function MissingPathsTable({ paths, onRedirect }: { paths: MissingPath[]; onRedirect: (path: string) => void }) {
  const t = useText()
  const language = usePageLanguage()
  const rows = useMemo(() => paths.map((missing) => ({ ...missing, id: missing.path })), [paths])
  const columns = useMemo<Column<MissingRow>[]>(
    () => [
      {
        id: 'path',
        label: t('missing.path'),
        isRowHeader: true,
        sortValue: ({ path }) => path,
        render: ({ path }) => <span className="kit-address">{path}</span>,
      },
      {
        id: 'count',
        label: t('missing.count'),
        sortValue: ({ count }) => count,
        render: ({ count }) => new Intl.NumberFormat(language).format(count),
      },
      dateColumn('lastAt', t('missing.last')),
      {
        id: 'actions',
        label: t('missing.actions'),
        align: 'end',
        render: ({ path }) => (
          <Button onPress={() => onRedirect(path)} aria-label={t('missing.redirectOf', { path })}>
            <RedirectIcon />
            {t('missing.redirect')}
          </Button>
        ),
      },
    ],
    [t, language, onRedirect],
  )
  return (
    <DataTable
      label={t('missing.table')}
      columns={columns}
      rows={rows}
      filterText={pathOf}
      filterLabel={t('missing.filter')}
      matches={(count) => t('table.matches', { count })}
    />
  )
}

const pathOf = ({ path }: MissingPath) => path

/** Redirects, and missing pages that visitors requested. */
export function RedirectsScreen() {
  const t = useText()
  const missingId = useId()
  const [from, setFrom] = useState<string>()
  return (
    <Screen
      title={t('adminNav.redirects')}
      intro={t('redirects.intro')}
      actions={
        <Button variant="primary" onPress={() => setFrom('')}>
          <PlusIcon />
          {t('redirects.add')}
        </Button>
      }
    >
      <UserRegion loading={<TableSkeleton label={t('redirects.loading')} />} failed={loadFailed('redirects.failed')}>
        <Redirects />
      </UserRegion>
      <section className="redirects-missing" aria-labelledby={missingId}>
        <h2 id={missingId}>{t('missing.title')}</h2>
        <p className="kit-note">{t('missing.intro')}</p>
        <UserRegion loading={<TableSkeleton label={t('missing.loading')} />} failed={loadFailed('missing.failed')}>
          <MissingPaths onRedirect={setFrom} />
        </UserRegion>
      </section>
      {from !== undefined && <RedirectDialog key={from} from={from} onClose={() => setFrom(undefined)} />}
    </Screen>
  )
}

function Redirects() {
  const t = useText()
  const { data: redirects } = useSuspenseQuery(redirectsQuery())
  return redirects.length === 0 ? (
    <EmptyState icon={<RedirectIcon />} title={t('redirects.empty')} text={t('redirects.emptyText')} />
  ) : (
    <RedirectsTable redirects={redirects} />
  )
}

function MissingPaths({ onRedirect }: { onRedirect: (path: string) => void }) {
  const t = useText()
  const { data: paths } = useSuspenseQuery(missingPathsQuery())
  return paths.length === 0 ? (
    <EmptyState icon={<CheckCircleIcon />} title={t('missing.empty')} text={t('missing.emptyText')} />
  ) : (
    <MissingPathsTable paths={paths} onRedirect={onRedirect} />
  )
}

/** Adds a redirect; `from` is its source, if known. */
function RedirectDialog({ from: known = '', onClose }: { from?: string; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const [from, setFrom] = useState(known)
  const [to, setTo] = useState('')

  const { mutate, isPending, error } = useWrite<Redirect>({
    failed: t('redirects.addFailed'),
    stale: [redirectsQuery().queryKey, missingPathsQuery().queryKey],
    onDone: (added) => {
      toast({ title: t('redirects.added'), description: t('redirects.addedText', { from: added.from, to: added.to }) })
      onClose()
    },
  })
  const faults = issuesByField(fieldIssues(error))
  const submit = () => mutate({ method: 'POST', path: '/api/redirects', body: { from, to } satisfies RedirectInput })
  return (
    <FormDialog
      {...{ isPending, error, onClose }}
      saves
      title={t('redirects.add')}
      confirmLabel={t(isPending ? 'redirects.saving' : 'redirects.save')}
      onSubmit={submit}
    >
      <TextField
        label={t('redirects.from')}
        description={t('redirects.fromHint')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for these fields
        autoFocus={known === ''}
        isRequired
        isCode
        autoCapitalize="none"
        spellCheck="false"
        value={from}
        onChange={setFrom}
        error={faults.from}
      />
      <TextField
        label={t('redirects.to')}
        description={t('redirects.toHint')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one that is left to fill in
        autoFocus={known !== ''}
        isRequired
        isCode
        autoCapitalize="none"
        spellCheck="false"
        value={to}
        onChange={setTo}
        error={faults.to}
      />
      <FormFault error={error} />
    </FormDialog>
  )
}
