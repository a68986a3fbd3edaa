import { useCallback } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { useFailureToast } from '#records/editor/saving/failure'
import type { MediaItem } from '../contract'
import { useMediaCache } from '#features/media/serving/media-cache'

/** Restores an item from the trash, with a toast. */
export function useRestoreMedia() {
  const t = useText()
  const toast = useToast()
  const showFailure = useFailureToast()
  const cache = useMediaCache()
  const withSession = useWithSession()
  return useCallback(
    async ({ id, name }: Pick<MediaItem, 'id' | 'name'>) => {
      try {
        cache.bring(await withSession(() => send<MediaItem>('POST', `/api/media/${id}/restore`, {})))
        toast({ title: t('life.restored'), description: t('media.restoredText', { name }) })
      } catch (error) {
        showFailure(error, t('media.restoreFailed'))
      }
    },
    [cache, showFailure, t, toast, withSession],
  )
}
