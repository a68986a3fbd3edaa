import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { Button } from '#ui/controls/buttons/button'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { TrashIcon } from '#ui/controls/buttons/icons'
import { ApiError, send } from '#client/api-error'
import { useIntentKey } from '#client/use-intent-key'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { plainFailure } from '#records/editor/saving/failure'
import type { MediaItem } from '../contract'
import { useMediaCache } from '#features/media/serving/media-cache'
import { mediaItemQuery } from '../queries'
import { MediaUses } from './media-uses'
import { useRestoreMedia } from './use-restore-media'

type Way = 'trash' | 'delete'

/** The confirmation of a deletion: lists the pages that use the file, and offers the trash instead. */
export function DeleteMedia({ item, onDeleted }: { item: MediaItem; onDeleted: () => void }) {
  const t = useText()
  const [isAsking, setIsAsking] = useState(false)
  const used = item.usedIn.filter((use) => use.in !== 'history')
  /** Deleting a used file must be confirmed with its uses shown. */
  const isForced = used.length > 0
  const isTrashed = item.trashedAt !== undefined

  const { mutate, isPending, variables } = useRemoval(item, isForced, () => {
    setIsAsking(false)
    onDeleted()
  })
  const forGood = isPending && variables === 'delete' ? 'deleting' : isForced ? 'deleteAnyway' : 'deleteConfirm'
  return (
    <>
      <Button onPress={() => setIsAsking(true)}>
        <TrashIcon />
        {t('media.delete')}
      </Button>
      <ConfirmDialog
        title={t('media.deleteTitle')}
        text={
          <>
            <p className="edit-quote" dir="auto">
              {item.name}
            </p>
            {isForced && (
              <>
                <p>{t('media.deleteUsed', { count: new Set(used.map((use) => `${use.kind} ${use.id}`)).size })}</p>
                <MediaUses uses={used} />
              </>
            )}
            <ul className="edit-choices">
              {!isTrashed && (
                <li>
                  <strong>{t('life.toTrash')}:</strong> {t('life.toTrashText')}
                </li>
              )}
              <li>
                <strong>{t(isForced ? 'media.deleteAnyway' : 'media.deleteConfirm')}:</strong> {t('media.deleteText')}
              </li>
            </ul>
          </>
        }
        confirmLabel={t(`media.${forGood}`)}
        cancelLabel={t('editing.cancel')}
        isOpen={isAsking}
        isPending={isPending}
        mild={isTrashed ? undefined : { label: t('life.toTrash'), onPress: () => mutate('trash') }}
        onConfirm={() => mutate('delete')}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/** Moves a file to the trash or deletes it; `onDone` is also called when it was already gone. */
function useRemoval({ id, version, name }: MediaItem, isForced: boolean, onDone: () => void) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const cache = useMediaCache()
  const restore = useRestoreMedia()
  const withSession = useWithSession()
  const { keyFor } = useIntentKey()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (way: Way) => {
      const path = `/api/media/${id}`
      const force = isForced ? '?force=1' : ''
      const write = { version, idempotencyKey: keyFor({ way, id, version, isForced }) }
      if (way === 'trash') return withSession(() => send<MediaItem>('POST', `${path}/trash${force}`, write))
      return withSession<undefined>(() => send('DELETE', `${path}${force}`, write))
    },
    onSuccess: (trashed) => {
      if (trashed) {
        cache.bring(trashed)
        const undo = () => {
          void restore(trashed)
        }
        toast({
          title: t('life.trashed'),
          description: t('media.deletedText', { name }),
          action: <Button onPress={undo}>{t('life.undo')}</Button>,
        })
      } else {
        toast({ title: t('media.deleted'), description: t('media.deletedText', { name }) })
        cache.drop(id)
      }
      onDone()
    },
    onError: async (error) => {
      const status = error instanceof ApiError ? error.status : 0
      if (status === 404) {
        cache.drop(id)
        onDone()
        return
      }
      // It was used or changed meanwhile: the confirmation is shown again with current data.
      const isOther = status === 409 || status === 412
      if (isOther) await client.refetchQueries({ queryKey: mediaItemQuery(id).queryKey })
      toast({
        variant: 'destructive',
        title: t('media.deleteFailed'),
        description: status === 412 ? t('media.deleteChanged') : plainFailure(error, t('media.deleteFailed'), t),
      })
    },
  })
}
