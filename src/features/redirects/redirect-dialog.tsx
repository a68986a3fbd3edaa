import { type FormEvent, useId, useState } from 'react'
import { FormFault } from '#auth/forms/form-fault'
import { useWrite } from '#auth/forms/use-write'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { TextField } from '#ui/controls/fields/text-field'
import { useFaultFocus } from '#editing/focus'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Redirect, RedirectInput } from './contract'
import { missingPathsQuery, redirectsQuery } from './queries'

/** Adds a redirect; `from` is where it begins, if that is known already. */
export function RedirectDialog({ from: known = '', onClose }: { from?: string; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const form = useId()
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
  const fields = useFaultFocus(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ method: 'POST', path: '/api/redirects', body: { from, to } satisfies RedirectInput })
  }

  return (
    <ModalDialog
      title={t('redirects.add')}
      isOpen
      onClose={onClose}
      closeLabel={t('redirects.close')}
      size="small"
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t('redirects.cancel')}
          </Button>
          <Button type="submit" form={form} variant="primary" isPending={isPending}>
            {t(isPending ? 'redirects.saving' : 'redirects.save')}
          </Button>
        </>
      }
    >
      <form data-saves id={form} className="kit-stack" noValidate onSubmit={submit} ref={fields}>
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
      </form>
    </ModalDialog>
  )
}
