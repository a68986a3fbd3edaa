import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { ApiError, send } from '#client/api-error'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Acceptance, User } from '#auth/contract'
import { useRememberUser } from '#auth/sessions/current-user'
import { Form } from './form'
import { FormFault } from './form-fault'
import { type NewAccount, NewAccountFields } from './new-account-fields'
import { sentenceOf } from '#auth/sessions/session'

/** Accepts an invitation: the invited person chooses a name and a password, and is signed in. */
export function InvitationForm({ token, onJoined }: { token: string; onJoined: () => void }) {
  const t = useText()
  const toast = useToast()
  const rememberUser = useRememberUser()
  const [account, setAccount] = useState<NewAccount>({ username: '', password: '' })
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: (body: Acceptance) => send<User>('POST', '/api/invitations/accept', { body }),
    onSuccess: (user) => {
      rememberUser(user)
      toast({ title: t('login.successTitle'), description: t('invitation.joined') })
      onJoined()
    },
    onError: (fault) => {
      if (fieldIssues(fault).length === 0)
        toast({ variant: 'destructive', title: t('setup.failed'), description: sentenceOf(fault, t('errors.network')) })
    },
  })
  const faults = issuesByField(fieldIssues(error))
  if (error instanceof ApiError && error.status === 404) return <p role="alert">{t('invitation.closed')}</p>
  return (
    <Form className="kit-form" error={error} onSubmit={() => mutate({ token, ...account })}>
      <NewAccountFields account={account} onChange={setAccount} errors={faults} />
      <FormFault error={error} />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t(isPending ? 'setup.pending' : 'invitation.join')}
      </Button>
    </Form>
  )
}
