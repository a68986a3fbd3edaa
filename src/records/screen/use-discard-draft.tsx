import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWithSession } from '#auth/sign-in-dialog'
import { ConfirmDialog } from '#base/controls/confirm-dialog'
import { send } from '#base/http/client'
import { useText } from '#base/i18n/i18n'
import { useToast } from '#base/ui/toast'
import { failureText } from '#records/editor/failure'
import { kindText } from '#records/editor/kind-text'
import type { EditedRecord, RecordKind } from '#records/record'
import { versionsOf } from './write-record'

type Discarding = {
  kind: RecordKind
  record: EditedRecord | undefined
  onDiscarded: (record: EditedRecord) => void
}

/** Throws the draft of what is live away, after a question. */
export function useDiscardDraft({ kind, record, onDiscarded }: Discarding) {
  const t = useText()
  const toast = useToast()
  const withSession = useWithSession()
  const [isAsking, setIsAsking] = useState(false)
  const discard = useMutation({
    networkMode: 'always',
    mutationFn: async (from: EditedRecord) => {
      await withSession(() => send('DELETE', `/api${kind.api}/${from.id}/draft`, { version: versionsOf(from) }))
      return { ...from, draft: null }
    },
    onSuccess: (now) => {
      onDiscarded(now)
      toast({ title: t('life.draftDiscarded'), description: t('life.draftDiscardedText', { title: now.title }) })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('editing.error'),
        description: failureText(error, kindText(t, kind, 'updateFailed'), t),
      }),
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
        onConfirm={() => {
          if (record) discard.mutate(record)
        }}
        onCancel={() => setIsAsking(false)}
      />
    ),
  }
}
