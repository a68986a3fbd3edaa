import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  AdminList,
  type ListDeclaration,
  ListRegion,
  ListTable,
  dateColumn,
  numberColumn,
} from '#auth/lists/admin-list'
import { Button } from '#ui/controls/buttons/button'
import { CheckCircleIcon, PlusIcon, RedirectIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { useText } from '#i18n/i18n'
import { FormDialog } from '#auth/forms/form-dialog'
import { FormFault } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useToast } from '#ui/toasts/toast'
import type { MissingPath, Redirect, RedirectInput } from '../contract'

const redirectsQuery = () => queryOptions<Redirect[]>({ queryKey: ['/api/redirects'] })
const missingPathsQuery = () => queryOptions<MissingPath[]>({ queryKey: ['/api/missing-paths'] })

const redirects: ListDeclaration<Redirect> = {
  label: 'redirects.table',
  empty: { icon: <RedirectIcon />, title: 'redirects.empty', text: 'redirects.emptyText' },
  search: { label: 'redirects.filter', textOf: ({ from, to }) => `${from} ${to}` },
  columns: [
    {
      id: 'from',
      label: 'redirects.from',
      isTitle: true,
      sort: ({ from }) => from,
      show: ({ from }) => <span className="kit-address">{from}</span>,
    },
    {
      id: 'to',
      label: 'redirects.to',
      sort: ({ to }) => to,
      show: ({ to }) => (
        <a className="kit-address" href={to}>
          {to}
        </a>
      ),
    },
    {
      id: 'kind',
      label: 'redirects.kind',
      explainsItself: true,
      sort: ({ kind }) => kind,
      show: ({ kind }, { t }) => <span className="kit-whole">{t(`redirects.${kind}`)}</span>,
    },
    numberColumn('hits', 'redirects.hits'),
    dateColumn('lastHitAt', 'redirects.lastHit', 'redirects.never'),
  ],
  actionsLabel: 'redirects.actions',
  remove: {
    texts: 'redirects',
    label: ({ from }, { t }) => t('redirects.delete', { from }),
    target: ({ id, from }) => ({ path: `/api/redirects/${id}`, values: { from } }),
    stale: [redirectsQuery().queryKey],
  },
}

type MissingRow = MissingPath & { id: string }

/** The most frequent 404 paths. */
const missing: ListDeclaration<MissingRow> = {
  label: 'missing.table',
  empty: { icon: <CheckCircleIcon />, title: 'missing.empty', text: 'missing.emptyText' },
  search: { label: 'missing.filter', textOf: ({ path }) => path },
  columns: [
    {
      id: 'path',
      label: 'missing.path',
      isTitle: true,
      sort: ({ path }) => path,
      show: ({ path }) => <span className="kit-address">{path}</span>,
    },
    numberColumn('count', 'missing.count'),
    dateColumn('lastAt', 'missing.last'),
  ],
  actionsLabel: 'missing.actions',
  nameOf: ({ path }) => path,
}

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
      <AdminList query={redirectsQuery} loading="redirects.loading" failed="redirects.failed" {...redirects} />
      <section className="redirects-missing" aria-labelledby={missingId}>
        <h2 id={missingId}>{t('missing.title')}</h2>
        <p className="kit-note">{t('missing.intro')}</p>
        <ListRegion loading="missing.loading" failed="missing.failed">
          <MissingPaths onRedirect={setFrom} />
        </ListRegion>
      </section>
      {from !== undefined && <RedirectDialog key={from} from={from} onClose={() => setFrom(undefined)} />}
    </Screen>
  )
}

/** Each with a button that adds a redirect. */
function MissingPaths({ onRedirect }: { onRedirect: (path: string) => void }) {
  const t = useText()
  const { data: paths } = useSuspenseQuery(missingPathsQuery())
  return (
    <ListTable
      {...missing}
      rows={paths.map((one) => ({ ...one, id: one.path }))}
      actionsOf={({ path }) => [
        {
          id: 'redirect',
          label: t('missing.redirectOf', { path }),
          text: t('missing.redirect'),
          icon: <RedirectIcon />,
          onAction: () => onRedirect(path),
        },
      ]}
    />
  )
}

const address = { isRequired: true, isCode: true, autoCapitalize: 'none', spellCheck: 'false' } as const

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
        {...address}
        value={from}
        onChange={setFrom}
        error={faults.from}
      />
      <TextField
        label={t('redirects.to')}
        description={t('redirects.toHint')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one that is left to fill in
        autoFocus={known !== ''}
        {...address}
        value={to}
        onChange={setTo}
        error={faults.to}
      />
      <FormFault error={error} />
    </FormDialog>
  )
}
