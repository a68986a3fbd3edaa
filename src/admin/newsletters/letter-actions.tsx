import { useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import type { Newsletter } from '#features/newsletters/contract'
import { newslettersQuery } from '#features/newsletters/queries'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { SendIcon } from '#ui/controls/buttons/icons'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { useToast } from '#ui/toasts/toast'
import { SendLetter } from './send-letter'
import { isGoing } from './standing'

type Asking = 'send' | 'cancel' | 'delete'

type LetterActionsProps = {
  letter: Newsletter
  /** What is typed and not saved would not go out. */
  isDirty: boolean
  onDeleted: () => void
}

/** What can be done with a letter as it stands. */
export function LetterActions({ letter, isDirty, onDeleted }: LetterActionsProps) {
  const t = useText()
  const toast = useToast()
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const path = `/api/newsletters/${letter.id}`
  const stale = [newslettersQuery().queryKey]
  const test = useWrite<{ to: string }>({
    failed: t('letters.testFailed'),
    stale: [],
    onDone: ({ to }) => toast({ title: t('letters.tested', { to }) }),
  })
  const cancel = useWrite<Newsletter>({ failed: t('letters.cancelFailed'), stale, onDone: close })
  const remove = useWrite({ failed: t('letters.deleteFailed'), stale, onDone: onDeleted })
  const { state } = letter
  const isUnsent = state === 'draft' || state === 'scheduled' || state === 'cancelled'
  return (
    <div className="kit-actions">
      {isUnsent && (
        <Button variant="primary" isDisabled={isDirty} onPress={() => setAsking('send')}>
          <SendIcon />
          {t('letters.send')}
        </Button>
      )}
      <Button
        isPending={test.isPending}
        isDisabled={isDirty}
        onPress={() => test.mutate({ method: 'POST', path: `${path}/test`, body: {} })}
      >
        {t('letters.test')}
      </Button>
      {isGoing(letter) && <Button onPress={() => setAsking('cancel')}>{t('letters.cancel')}</Button>}
      {state === 'draft' && (
        <Button variant="quiet" onPress={() => setAsking('delete')}>
          {t('letters.delete')}
        </Button>
      )}
      {isDirty && <p className="kit-note">{t('letters.saveFirst')}</p>}
      {asking === 'send' && <SendLetter letter={letter} onClose={close} />}
      <ConfirmDialog
        title={t('letters.cancelTitle')}
        text={t('letters.cancelText')}
        confirmLabel={t('letters.cancelConfirm')}
        cancelLabel={t('letters.goOn')}
        isOpen={asking === 'cancel'}
        isPending={cancel.isPending}
        onConfirm={() => cancel.mutate({ method: 'POST', path: `${path}/cancel` })}
        onCancel={close}
      />
      <ConfirmDialog
        title={t('letters.deleteTitle')}
        text={t('letters.deleteText')}
        confirmLabel={t('letters.delete')}
        cancelLabel={t('letters.keep')}
        isOpen={asking === 'delete'}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ method: 'DELETE', path, version: letter.version })}
        onCancel={close}
      />
    </div>
  )
}
