import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { TextField } from '#ui/controls/fields/text-field'
import { ApiError, send } from '#client/api-error'
import type { MessageBody } from '#contract/envelope'
import { useText } from '#i18n/i18n'
import { sentenceOf } from '#auth/sessions/session'

/** Asks for a link to set a new password; the answer does not tell whether there is such an account. */
export function ForgotPassword() {
  const t = useText()
  const form = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [username, setUsername] = useState('')
  const { mutate, isPending, data, error, reset } = useMutation({
    networkMode: 'always',
    mutationFn: () => send<MessageBody>('POST', '/api/password-resets', { body: { username } }),
  })
  const close = () => {
    setIsOpen(false)
    reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <>
      <Button variant="quiet" onPress={() => setIsOpen(true)}>
        {t('forgot.open')}
      </Button>
      <ModalDialog
        title={t('forgot.title')}
        isOpen={isOpen}
        onClose={close}
        closeLabel={t('people.close')}
        size="small"
        footer={
          data ? (
            <Button variant="primary" onPress={close}>
              {t('people.done')}
            </Button>
          ) : (
            <Button type="submit" form={form} variant="primary" isPending={isPending}>
              {t('forgot.submit')}
            </Button>
          )
        }
      >
        {data ? (
          <output>{data.message}</output>
        ) : (
          <form id={form} className="kit-form" noValidate onSubmit={submit}>
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
              error={error ? faultOf(error, t('errors.network'), t('forgot.noMail')) : undefined}
            />
          </form>
        )}
      </ModalDialog>
    </>
  )
}

/** Without mail somebody at the server has to help. */
const faultOf = (error: Error, unreachable: string, noMail: string): string => {
  if (!(error instanceof ApiError)) return sentenceOf(error, unreachable)
  if (error.status === 503 && error.isTold) return noMail
  return error.issues[0]?.message ?? error.text
}
