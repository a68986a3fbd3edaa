import { useWrite } from '#auth/forms/use-write'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { useText } from '#i18n/i18n'
import type { Erased } from '#features/privacy/contract'
import { Counts } from './counts'
import { countExport, type PersonExport } from './person-export'

type EraseDialogProps = {
  held: PersonExport
  isOpen: boolean
  onErased: (counts: Erased) => void
  onCancel: () => void
}

/** Says what will go, and that it will not come back. */
export function EraseDialog({ held, isOpen, onErased, onCancel }: EraseDialogProps) {
  const t = useText()
  const { email } = held
  const { mutate, isPending } = useWrite<Erased>({ failed: t('privacy.eraseFailed'), stale: [], onDone: onErased })
  return (
    <ConfirmDialog
      title={t('privacy.eraseTitle')}
      text={
        <>
          <p>{t('privacy.eraseText', { email })}</p>
          <Counts counts={countExport(held)} />
          <p>{t('privacy.eraseRest')}</p>
        </>
      }
      confirmLabel={t(isPending ? 'privacy.erasing' : 'privacy.eraseConfirm')}
      cancelLabel={t('privacy.cancel')}
      isOpen={isOpen}
      isPending={isPending}
      onConfirm={() => mutate({ method: 'POST', path: '/api/privacy/erase', body: { email } })}
      onCancel={onCancel}
    />
  )
}
