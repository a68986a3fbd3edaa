import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#base/controls/confirm-dialog'
import { send } from '#base/http/client'
import { useText } from '#base/i18n/i18n'
import { useToast } from '#base/ui/toast'
import type { EditedRecord, RecordKind } from '#records/record'
import type { Newest } from './use-newest-record'
import { versionsOf } from './write-record'

type Discarding = {
  kind: RecordKind
  newest: Newest
  onDiscarded: (record: EditedRecord) => void
}

/** Throws the draft of what is live away, after a question. */
export function useDiscardDraft({ kind, newest: { withNewest, fail }, onDiscarded }: Discarding) {
  const t = useText()
  const toast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const discard = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      withNewest(async (from) => {
        await send('DELETE', `/api${kind.api}/${from.id}/draft`, { version: versionsOf(from) })
        return { ...from, draft: null }
      }),
    onSuccess: (now) => {
      onDiscarded(now)
      toast({ title: t('life.draftDiscarded'), description: t('life.draftDiscardedText', { title: now.title }) })
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
