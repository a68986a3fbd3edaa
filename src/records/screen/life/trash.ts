import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { useFailureToast } from '#records/editor/saving/failure'
import { kindText } from '#records/editor/fields/kind-text'
import type { EditedRecord, RecordKind, RecordSummary, WantedStatus } from '#records/kind/record'

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
