import type { ReactNode } from 'react'
import { Form } from '#auth/forms/form'
import { FormFault } from '#auth/forms/form-fault'
import { ApiError } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'

type AccountFormProps = { error: unknown; isPending: boolean; label: string; onSave: () => void; children: ReactNode }

/** A form to change the account, confirmed by the current password. */
export function AccountForm({ error, isPending, label, onSave, children }: AccountFormProps) {
  const t = useText()
  return (
    <Form data-saves className="kit-form" error={error} onSubmit={onSave}>
      {children}
      {wrongPassword(error) === undefined && <FormFault error={error} />}
      <div className="kit-actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {isPending ? t('account.saving') : label}
        </Button>
      </div>
    </Form>
  )
}

/** The server's error for a wrong current password. */
export const wrongPassword = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 403 ? error.text : undefined
