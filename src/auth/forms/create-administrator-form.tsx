import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { type Registration, registration } from '#auth/contract'
import { useRememberUser } from '#auth/sessions/current-user'
import { Form } from './form'
import { type FieldErrors, useFieldErrors } from './field-errors'
import { FormFault } from './form-fault'
import { type NewAccount, NewAccountFields } from './new-account-fields'
import { setupQuery, failureOf, register } from '#auth/sessions/session'

/** Creates the first account with the set-up code that the server printed. */
export function CreateAdministratorForm() {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const rememberUser = useRememberUser()
  const fieldErrors = useFieldErrors()
  const [account, setAccount] = useState<NewAccount>({ username: '', password: '' })
  const [setupCode, setSetupCode] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})

  const creation = useMutation({
    mutationFn: (given: Registration) => register(given),
    onSuccess: (user) => {
      rememberUser(user)
      toast({ title: t('setup.successTitle'), description: t('login.successText') })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: t('setup.failed'), description: failureOf(error, t('errors.network')) })
      setErrors(issuesByField(fieldIssues(error)))
      // Someone else may have registered first: then the login replaces this form.
      void client.invalidateQueries({ queryKey: setupQuery().queryKey })
    },
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const given = registration.safeParse({ ...account, setupCode })
    setErrors(
      given.success
        ? {}
        : fieldErrors(given.error.issues, { username: t('login.username'), password: t('login.password') }),
    )
    creation.reset()
    if (given.success) creation.mutate(given.data)
    else focusField(event.currentTarget, given.error.issues[0]?.path[0])
  }

  return (
    <Form className="kit-form" error={creation.error} onSubmit={submit}>
      <NewAccountFields account={account} onChange={setAccount} errors={errors} />
      <TextField
        label={t('setup.code')}
        name="setupCode"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        isRequired
        isCode
        value={setupCode}
        onChange={setSetupCode}
        error={errors.setupCode}
        description={t('setup.codeHint')}
      />
      <FormFault error={creation.error} />
      <Button type="submit" variant="primary" isPending={creation.isPending}>
        {creation.isPending ? t('setup.pending') : t('setup.submit')}
      </Button>
    </Form>
  )
}

function focusField(form: HTMLFormElement, name: PropertyKey | undefined): void {
  const field = form.elements.namedItem(String(name))
  if (field instanceof HTMLElement) field.focus()
}
