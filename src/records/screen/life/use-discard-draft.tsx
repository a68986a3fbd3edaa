import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Newest, Versioned } from '#records/screen/use-newest-record'
import { versionsOf } from './write-record'

type Discarding<Edited> = {
  titleOf: (edited: Edited) => string
  /** Its path in the API. */
  pathOf: (edited: Edited) => string
  newest: Newest<Edited>
  onDiscarded: (edited: Edited) => void
}

/** Discards the draft of a published record, after a confirmation. */
export function useDiscardDraft<Edited extends Versioned>({
  pathOf,
  titleOf,
  newest: { withNewest, fail },
  onDiscarded,
}: Discarding<Edited>) {
  const t = useText()
  const toast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const discard = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      withNewest(async (from) => {
        await send('DELETE', `${pathOf(from)}/draft`, { version: versionsOf(from) })
        return { ...from, draft: null }
      }),
    onSuccess: (now) => {
      onDiscarded(now)
      toast({ title: t('life.draftDiscarded'), description: t('life.draftDiscardedText', { title: titleOf(now) }) })
    },
    onError: fail,
    onSettled: () => setIsAsking(false),
  })
  return {
    ask: () => setIsAsking(true),
    question: (
      <ConfirmDialog
        title={t('life.discardTitle')}
        text={t('life.discardText')}
        confirmLabel={t('life.discardDraft')}
        cancelLabel={t('editing.discard.cancel')}
        isOpen={isAsking}
        isPending={discard.isPending}
        onConfirm={() => discard.mutate()}
        onCancel={() => setIsAsking(false)}
      />
    ),
  }
}
