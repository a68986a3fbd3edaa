import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { FormFault } from '#auth/forms/form-fault'
import { sentenceOf } from '#auth/sessions/session'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { TextField } from '#ui/controls/fields/text-field'
import { useFaultFocus } from '#editing/focus'
import { send } from '#client/api-error'
import { issuesByField, toldIssues } from '#client/field-issues'
import { useIntentKey } from '#client/use-intent-key'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Redirect, RedirectInput } from './contract'
import { missingPathsQuery, redirectsQuery } from './queries'

/** Adds a redirect; `from` is where it begins, if that is known already. */
export function RedirectDialog({ from: known = '', onClose }: { from?: string; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const { keyFor } = useIntentKey()
  const form = useId()
  const [from, setFrom] = useState(known)
  const [to, setTo] = useState('')

  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: (input: RedirectInput) =>
      withSession(() => send<Redirect>('POST', '/api/redirects', { body: input, idempotencyKey: keyFor(input) })),
    onSuccess: (added) => {
      toast({ title: t('redirects.added'), description: t('redirects.addedText', { from: added.from, to: added.to }) })
      void client.invalidateQueries({ queryKey: redirectsQuery().queryKey })
      void client.invalidateQueries({ queryKey: missingPathsQuery().queryKey })
      onClose()
    },
    onError: (fault) => {
      if (toldIssues(fault).length === 0)
        toast({
          variant: 'destructive',
          title: t('redirects.addFailed'),
          description: sentenceOf(fault, t('errors.network')),
        })
    },
  })
  const faults = issuesByField(toldIssues(error))
  const fields = useFaultFocus(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ from, to })
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
