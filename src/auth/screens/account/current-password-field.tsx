import type { ComponentProps } from 'react'
import { useText } from '#i18n/i18n'
import { TextField } from '#ui/controls/fields/text-field'

type CurrentPasswordFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'label' | 'type' | 'autoComplete' | 'isRequired'
>

/** The signed-in person's password, to confirm a change. */
export function CurrentPasswordField(props: CurrentPasswordFieldProps) {
  const t = useText()
  return (
    <TextField
      {...props}
      label={t('account.currentPassword')}
      type="password"
      autoComplete="current-password"
      isRequired
    />
  )
}
