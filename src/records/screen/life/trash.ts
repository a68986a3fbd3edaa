import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { failureText } from '#records/editor/saving/failure'
import { kindText } from '#records/editor/fields/kind-text'
import type { EditedRecord, RecordKind, RecordSummary, WantedStatus } from '#records/kind/record'

/** Takes a record out of the trash, as what it was: a draft, or published. Tells how it went. */
export function useRestore(kind: RecordKind) {
  const t = useText()
  const toast = useToast()
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
        toast({
          variant: 'destructive',
          title: t('editing.error'),
          description: failureText(error, kindText(t, kind, 'updateFailed'), t),
        })
      } finally {
        await client.invalidateQueries({ queryKey: [`/api${kind.api}`] })
      }
    },
    [client, kind, t, toast, withSession],
  )
}
