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

type Restoring = {
  kind: RecordKind
  record: EditedRecord | undefined
  /** Something is typed that a restored version would take the place of. */
  isDirty: boolean
  onRestored: (record: EditedRecord) => void
}

/** Brings an old version back as the draft, after a question where something typed would be lost. */
export function useRestoreVersion({ kind, record, isDirty, onRestored }: Restoring) {
  const t = useText()
  const toast = useToast()
  const withSession = useWithSession()
  const [asked, setAsked] = useState<number>()
  const restore = useMutation({
    networkMode: 'always',
    mutationFn: ({ from, version }: { from: EditedRecord; version: number }) =>
      withSession(() =>
        send<EditedRecord>('POST', `/api${kind.api}/${from.id}/revisions/${version}/restore`, {
          version: versionsOf(from),
        }),
      ),
    onSuccess: (now, { version }) => {
      onRestored(now)
      toast({
        title: t('history.restored', { version }),
        description: t(now.draft ? 'history.restoredBeside' : 'history.restoredText'),
      })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('editing.error'),
        description: failureText(error, kindText(t, kind, 'updateFailed'), t),
      }),
    onSettled: () => setAsked(undefined),
  })
  const start = (version: number) => {
    if (record) restore.mutate({ from: record, version })
  }
  return {
    isPending: restore.isPending,
    restore: (version: number) => (isDirty ? setAsked(version) : start(version)),
    question: (
      <ConfirmDialog
        title={t('editing.discard.title')}
        text={t('editing.discard.text')}
        confirmLabel={t('editing.discard.confirm')}
        cancelLabel={t('editing.discard.cancel')}
        isOpen={asked !== undefined}
        isPending={restore.isPending}
        onConfirm={() => {
          if (asked !== undefined) start(asked)
        }}
        onCancel={() => setAsked(undefined)}
      />
    ),
  }
}
