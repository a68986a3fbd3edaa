import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Newest, Versioned } from '#records/screen/use-newest-record'
import { versionsOf } from '#records/screen/life/write-record'

type Restoring<Edited> = {
  /** Its path in the API. */
  pathOf: (edited: Edited) => string
  newest: Newest<Edited>
  /** There are unsaved changes, which restoring a version would overwrite. */
  isDirty: boolean
  onRestored: (edited: Edited) => void
}

/** Restores an old version as the draft, after a confirmation if there are unsaved changes. */
export function useRestoreVersion<Edited extends Versioned>({
  pathOf,
  newest: { withNewest, fail },
  isDirty,
  onRestored,
}: Restoring<Edited>) {
  const t = useText()
  const toast = useToast()
  const [toRestore, setToRestore] = useState<number>()
  const restore = useMutation({
    networkMode: 'always',
    mutationFn: (version: number) =>
      withNewest((from) =>
        send<Edited>('POST', `${pathOf(from)}/revisions/${version}/restore`, {
          version: versionsOf(from),
        }),
      ),
    onSuccess: (now, version) => {
      onRestored(now)
      toast({
        title: t('history.restored', { version }),
        description: t(now.draft ? 'history.restoredBeside' : 'history.restoredText'),
      })
    },
    onError: fail,
    onSettled: () => setToRestore(undefined),
  })
  return {
    isPending: restore.isPending,
    restore: (version: number) => (isDirty ? setToRestore(version) : restore.mutate(version)),
    question: (
      <OverwriteQuestion
        toRestore={toRestore}
        setToRestore={setToRestore}
        isPending={restore.isPending}
        onRestore={restore.mutate}
      />
    ),
  }
}

type OverwriteQuestionProps = {
  /** The version to restore; undefined while there is no question. */
  toRestore: number | undefined
  setToRestore: (version: number | undefined) => void
  isPending: boolean
  onRestore: (version: number) => void
}

/** Asks whether a version may replace unsaved changes. */
export function OverwriteQuestion({ toRestore, setToRestore, isPending, onRestore }: OverwriteQuestionProps) {
  const t = useText()
  return (
    <ConfirmDialog
      title={t('editing.discard.title')}
      text={t('editing.discard.text')}
      confirmLabel={t('editing.discard.confirm')}
      cancelLabel={t('editing.discard.cancel')}
      isOpen={toRestore !== undefined}
      isPending={isPending}
      onConfirm={() => {
        if (toRestore !== undefined) onRestore(toRestore)
      }}
      onCancel={() => setToRestore(undefined)}
    />
  )
}
