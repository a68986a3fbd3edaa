import type { Person } from '#auth/contract'
import { invitationsQuery, peopleQuery } from '#auth/queries'
import { PasswordDialog } from '../account/password-dialog'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'

/** Removes an administrator. */
export function RemoveDialog({ person: { id, username: name }, onClose }: { person: Person; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  return (
    <PasswordDialog
      title={t('people.deleteTitle')}
      text={t('people.deleteText', { name })}
      confirmLabel={t('people.deleteConfirm')}
      isDanger
      acceptsConfirmed
      method="DELETE"
      path={`/api/users/${id}`}
      failed={t('people.deleteFailed')}
      stale={[peopleQuery().queryKey, invitationsQuery().queryKey]}
      onDone={() => {
        toast({ title: t('people.deleted', { name }) })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
