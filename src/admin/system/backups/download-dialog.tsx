import { ConfirmationField } from '#auth/screens/account/confirmation-field'
import { useConfirmation } from '#auth/screens/account/use-confirmation'
import { FormDialog } from '#auth/forms/form-dialog'
import { useText } from '#i18n/i18n'

/** Confirms the session, because the download itself, a link, has no body for a password. */
export function DownloadDialog({
  title,
  onConfirmed,
  onClose,
}: {
  title: string
  onConfirmed: () => void
  onClose: () => void
}) {
  const t = useText()
  const { prove, isPending, error, field } = useConfirmation(undefined)
  return (
    <FormDialog
      {...{ title, isPending, error, onClose }}
      confirmLabel={t('backups.downloadConfirm')}
      onSubmit={() => prove(onConfirmed)}
    >
      <p>{t('backups.downloadText')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field */}
      <ConfirmationField {...field} isNeeded autoFocus />
    </FormDialog>
  )
}
