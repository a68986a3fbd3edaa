import { useState } from 'react'
import { FormDialog } from '#auth/forms/form-dialog'
import { FormFault } from '#auth/forms/form-fault'
import { useWrite } from '#auth/forms/use-write'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Redirect, RedirectInput } from './contract'
import { missingPathsQuery, redirectsQuery } from './queries'

/** Adds a redirect; `from` is its source, if known. */
export function RedirectDialog({ from: known = '', onClose }: { from?: string; onClose: () => void }) {
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
