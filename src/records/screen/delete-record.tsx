import { useMutation } from '@tanstack/react-query'
import { useWithSession } from '#auth/sign-in-dialog'
import { ConfirmDialog } from '#base/controls/confirm-dialog'
import { failureText } from '#records/editor/failure'
import { dropUnsaved } from '#records/editor/unsaved-text'
import { useIntentKey } from '#base/http/use-intent-key'
import { ApiError, send } from '#base/http/client'
import { useText } from '#base/i18n/i18n'
import { useToast } from '#base/ui/toast'
import { kindText } from '#records/editor/kind-text'
import type { RecordKind, RecordSummary } from '#records/record'

type DeleteRecordProps = {
  kind: RecordKind
  /** The row that is to be deleted, while it is asked for. */
  row: RecordSummary | undefined
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a record is deleted. One that somebody else has changed since it was listed stays. */
export function DeleteRecord({ kind, row, onDeleted, onClose }: DeleteRecordProps) {
  const t = useText()
  const toast = useToast()
  const withSession = useWithSession()
  const { keyFor } = useIntentKey()
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: ({ id, version }: RecordSummary) => withSession(() => send('DELETE', `/api${kind.api}/${id}`, { version, idempotencyKey: keyFor({ id, version }) })),
    onSuccess: (_, { id, title }) => {
      dropUnsaved(`${kind.name}:${id}`)
      toast({ title: kindText(t, kind, 'deleted'), description: t('resource.deletedText', { title }) })
      onClose()
    },
    onError: (error) => {
      const status = error instanceof ApiError ? error.status : 0
      const changed = status === 412
      toast({
        variant: 'destructive',
        title: t('editing.error'),
        description: changed ? t('resource.deleteChanged') : failureText(error, kindText(t, kind, 'deleteFailed'), t),
      })
      // Of anything else the question stays open, to be answered again.
      if (changed || status === 404) onClose()
    },
    onSettled: onDeleted,
  })
  return (
    <ConfirmDialog
      title={t('resource.deleteTitle')}
      text={row && <><p className="edit-quote">{row.title}</p><p>{kindText(t, kind, 'deleteText')}</p></>}
      confirmLabel={t(isPending ? 'resource.deleting' : 'resource.deleteConfirm')}
      cancelLabel={t('editing.cancel')}
      isOpen={row !== undefined}
      isPending={isPending}
      onConfirm={() => { if (row) mutate(row) }}
      onCancel={onClose}
    />
  )
}
