import type { FormEvent, ReactNode } from 'react'
import { FormFault } from '#auth/forms/form-fault'
import { ApiError } from '#client/api-error'
import { useFaultFocus } from '#editing/focus'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'

type AccountFormProps = { error: unknown; isPending: boolean; label: string; onSave: () => void; children: ReactNode }

/** A form that changes the account, once the current password confirms it. */
export function AccountForm({ error, isPending, label, onSave, children }: AccountFormProps) {
  const t = useText()
  const form = useFaultFocus(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <form data-saves className="kit-form" noValidate onSubmit={submit} ref={form}>
      {children}
      {wrongPassword(error) === undefined && <FormFault error={error} />}
      <div className="kit-actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {isPending ? t('account.saving') : label}
        </Button>
      </div>
    </form>
  )
}

/** What the server said of the password that was typed to confirm. */
export const wrongPassword = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 403 ? error.text : undefined
