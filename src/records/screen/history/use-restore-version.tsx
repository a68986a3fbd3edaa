import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/controls/dialogs/dialogs'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'

type Restoring<Edited> = {
  restore: (version: number) => Promise<Edited>
  /** What the toast says of a restored version. */
  textOf: (now: Edited) => string
  fail: (error: unknown) => void
  /** There are unsaved changes, which restoring a version would overwrite. */
  isDirty: boolean
  onRestored?: (edited: Edited) => void
}

/** Restores an old version, after a confirmation if there are unsaved changes. */
export function useRestoreVersion<Edited>({ restore, textOf, fail, isDirty, onRestored }: Restoring<Edited>) {
  const t = useText()
  const toast = useToast()
  const [toRestore, setToRestore] = useState<number>()
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: restore,
    onSuccess: (now, version) => {
      onRestored?.(now)
      toast({ title: t('history.restored', { version }), description: textOf(now) })
    },
    onError: fail,
    onSettled: () => setToRestore(undefined),
  })
  return {
    isPending,
    restore: (version: number) => (isDirty ? setToRestore(version) : mutate(version)),
    question: (
      <ConfirmDialog
        title={t('editing.discard.title')}
        text={t('editing.discard.text')}
        confirmLabel={t('editing.discard.confirm')}
        cancelLabel={t('editing.discard.cancel')}
        isOpen={toRestore !== undefined}
        isPending={isPending}
        onConfirm={() => {
          if (toRestore !== undefined) mutate(toRestore)
        }}
        onCancel={() => setToRestore(undefined)}
      />
    ),
  }
}
