import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'

export type NewAccount = { username: string; password: string }

/** The username and the password of a new account, on a page of its own. */
export function NewAccountFields({
  account,
  onChange,
  errors,
}: {
  account: NewAccount
  onChange: (account: NewAccount) => void
  errors: { username?: string; password?: string }
}) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- making the account is all that the page is for
        autoFocus
        value={account.username}
        onChange={(username) => onChange({ ...account, username })}
        error={errors.username}
        description={t('setup.usernameHint')}
      />
      <TextField
        label={t('login.password')}
        name="password"
        type="password"
        autoComplete="new-password"
        isRequired
        value={account.password}
        onChange={(password) => onChange({ ...account, password })}
        error={errors.password}
        description={t('setup.passwordHint')}
      />
    </>
  )
}
