import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { Button } from '#ui/controls/buttons/button'
import { ConfirmDialog } from '#ui/controls/dialogs/dialogs'
import { failureText, useFailureToast } from '#records/editor/saving/failure'
import { deleteAllUnsaved } from '#records/editor/saving/unsaved-text'
import { useIntentKey } from '#client/use-submission'
import { ApiError, send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { kindText } from '#records/editor/fields/kind-text'
import type { EditedSummary, RecordKind, EditedRecord, RecordSummary, WantedStatus } from '#records/kind/record'
import { useCallback } from 'react'

type DeleteRecordProps = {
  kind: RecordKind
  /** The row to delete, while the confirmation is open. */
  row: EditedSummary | undefined
  onDeleted: () => void
  onClose: () => void
}

type Way = 'trash' | 'delete'

/**
 * Asks for confirmation to move a record to the trash or to delete it. A record that someone else has changed since it
 * was listed is not deleted.
 */
export function DeleteRecord({ kind, row, onDeleted, onClose }: DeleteRecordProps) {
  const t = useText()
  const toast = useToast()
  const withSession = useWithSession()
  const restore = useRestore(kind)
  const { keyFor } = useIntentKey()
  const { mutate, isPending, variables } = useMutation({
    networkMode: 'always',
    mutationFn: ({ way, row: { id, version } }: { way: Way; row: EditedSummary }) => {
      const write = { version, idempotencyKey: keyFor({ way, id, version }) }
      const path = `/api${kind.api}/${id}`
      return withSession<unknown>(() =>
        way === 'trash' ? send('POST', `${path}/trash`, write) : send('DELETE', path, write),
      )
    },
    onSuccess: (_, { way, row: gone }) => {
      const { title } = gone
      if (way === 'trash') {
        const undo = () => {
          void restore(gone, gone.status === 'draft' ? 'draft' : 'published')
        }
        toast({
          title: t('life.trashed'),
          description: t('life.trashedText', { title }),
          action: <Button onPress={undo}>{t('life.undo')}</Button>,
        })
      } else {
        void deleteAllUnsaved(`${kind.name}:${gone.id}`)
        toast({ title: kindText(t, kind, 'deleted'), description: t('resource.deletedText', { title }) })
      }
      onClose()
    },
    onError: (error, { way }) => {
      const status = error instanceof ApiError ? error.status : 0
      const changed = status === 412
      toast({
        variant: 'destructive',
        title: t('editing.error'),
        description: changed
          ? t('resource.deleteChanged')
          : failureText(error, kindText(t, kind, way === 'trash' ? 'updateFailed' : 'deleteFailed'), t),
      })
      // After other errors the dialog stays open for a retry.
      if (changed || status === 404) onClose()
    },
    onSettled: onDeleted,
  })
  const isTrashed = row?.status === 'trashed'
  return (
    <ConfirmDialog
      title={t('resource.deleteTitle')}
      text={
        row && (
          <>
            <p className="edit-quote">{row.title}</p>
            {isTrashed ? (
              <p>{kindText(t, kind, 'deleteText')}</p>
            ) : (
              <ul className="kit-lines">
                <li>
                  <strong>{t('life.toTrash')}:</strong> {t('life.toTrashText')}
                </li>
                <li>
                  <strong>{t('life.deleteForGood')}:</strong> {kindText(t, kind, 'deleteText')}
                </li>
              </ul>
            )}
          </>
        )
      }
      confirmLabel={t(isPending && variables?.way === 'delete' ? 'resource.deleting' : 'life.deleteForGood')}
      cancelLabel={t('editing.cancel')}
      isOpen={row !== undefined}
      isPending={isPending}
      mild={row && !isTrashed ? { label: t('life.toTrash'), onPress: () => mutate({ way: 'trash', row }) } : undefined}
      onConfirm={() => {
        if (row) mutate({ way: 'delete', row })
      }}
      onCancel={onClose}
    />
  )
}

/** Restores a record from the trash, as a draft or published as before. Shows the result as a toast. */
export function useRestore(kind: RecordKind) {
  const t = useText()
  const toast = useToast()
  const showFailure = useFailureToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  return useCallback(
    async ({ id, title }: Pick<RecordSummary, 'id' | 'title'>, status: WantedStatus) => {
      try {
        await withSession(() => send<EditedRecord>('POST', `/api${kind.api}/${id}/restore`, { body: { status } }))
        toast({
          title: t('life.restored'),
          description: t(status === 'draft' ? 'life.restoredDraft' : 'life.restoredPublished', { title }),
        })
      } catch (error) {
        showFailure(error, kindText(t, kind, 'updateFailed'))
      } finally {
        await client.invalidateQueries({ queryKey: [`/api${kind.api}`] })
      }
    },
    [client, kind, showFailure, t, toast, withSession],
  )
}
