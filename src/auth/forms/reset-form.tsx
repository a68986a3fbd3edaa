import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { ApiError, send } from '#client/api-error'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Account } from '#auth/contract'
import { Form } from './form'
import { FormFault } from './form-fault'
import { sentenceOf } from '#auth/sessions/session'

/** Sets a new password with a mailed reset link. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useText()
  const toast = useToast()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: () => send<Account>('POST', '/api/password-resets/accept', { body: { token, password } }),
    onSuccess: () => {
      toast({ title: t('account.passwordChanged'), description: t('forgot.changedText') })
      onDone()
    },
    onError: (fault) => {
      if (fieldIssues(fault).length === 0)
        toast({
          variant: 'destructive',
          title: t('account.changeFailed'),
          description: sentenceOf(fault, t('errors.network')),
        })
    },
  })
  if (error instanceof ApiError && error.status === 404) return <p role="alert">{error.text}</p>
  return (
    <Form className="kit-form" error={error} onSubmit={() => mutate()}>
      <TextField
        label={t('account.newPassword')}
        description={t('account.newPasswordHint')}
        type="password"
        autoComplete="new-password"
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the password is all that this page is for
        autoFocus
        value={password}
        onChange={setPassword}
        error={issuesByField(fieldIssues(error)).password}
      />
      <FormFault error={error} />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t(isPending ? 'account.saving' : 'account.changePassword')}
      </Button>
    </Form>
  )
}
