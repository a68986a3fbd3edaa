import type { Person } from '#auth/contract'
import { peopleQuery } from '#auth/queries'
import { PasswordDialog } from '../account/password-dialog'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'

/** Removes the second factor of a person who is locked out. */
export function ResetFactorDialog({
  person: { id, username: name },
  onClose,
}: {
  person: Person
  onClose: () => void
}) {
  const t = useText()
  const toast = useToast()
  return (
    <PasswordDialog
      title={t('people.factorTitle', { name })}
      text={t('people.factorText', { name })}
      confirmLabel={t('people.factorConfirm')}
      isDanger
      method="DELETE"
      path={`/api/users/${id}/second-factor`}
      failed={t('people.factorFailed')}
      stale={[peopleQuery().queryKey]}
      onDone={() => {
        toast({ title: t('people.factorRemoved', { name }) })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
