import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { ApiError, send } from '#client/api-error'
import type { MessageBody } from '#contract/http-error'
import { useText } from '#i18n/i18n'
import { sentenceOf } from '#auth/sessions/session'
import { FormDialog } from './form-dialog'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useToast } from '#ui/toasts/toast'
import type { Account } from '#auth/contract'
import { Form, FormFault, NewPasswordField } from './form'
import { useWrite } from './use-write'

export function ForgotPassword() {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="link" onPress={() => setIsOpen(true)}>
        {t('forgot.open')}
      </Button>
      {isOpen && <ForgotDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Requests a password reset link; the response does not reveal whether the account exists. */
function ForgotDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [username, setUsername] = useState('')
  const { mutate, isPending, data, error } = useMutation({
    networkMode: 'always',
    mutationFn: () => send<MessageBody>('POST', '/api/password-resets', { body: { username } }),
  })
  return (
    <FormDialog
      {...{ isPending, error, onClose }}
      title={t('forgot.title')}
      confirmLabel={t('forgot.submit')}
      result={data && <output>{data.message}</output>}
      onSubmit={mutate}
    >
      <p>{t('forgot.text')}</p>
      <TextField
        label={t('forgot.name')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field
        autoFocus
        value={username}
        onChange={setUsername}
        error={error ? (fieldIssues(error)[0]?.message ?? sentenceOf(error, t('errors.network'))) : undefined}
      />
    </FormDialog>
  )
}

/** Sets a new password with a mailed reset link. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useText()
  const toast = useToast()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useWrite<Account>({
    failed: t('account.changeFailed'),
    onDone: () => {
      toast({ title: t('account.passwordChanged'), description: t('forgot.changedText') })
      onDone()
    },
  })
  if (error instanceof ApiError && error.status === 404) return <p role="alert">{error.text}</p>
  return (
    <Form
      className="kit-form"
      error={error}
      onSubmit={() => mutate({ method: 'POST', path: '/api/password-resets/accept', body: { token, password } })}
    >
      <NewPasswordField
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
