import { useCallback } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError } from '#client/api-error'
import { randomKey } from '#contract/random-key'
import { sendFile } from '#client/files'
import { useText } from '#i18n/i18n'
import { largestFile, type MediaItem } from '../contract'
import { useMediaCache } from '../library/media-cache'

type Sending = { onProgress?: (share: number) => void; idempotencyKey?: string; signal?: AbortSignal }
type Sent = { item: MediaItem; isNew: boolean }

/** The server would refuse it during the upload, and browsers do not read a response before the upload is complete. */
export const isTooLarge = (file: File): boolean => file.size > largestFile

/** Whether a retry would be refused too. */
export const isFinal = (error: unknown): boolean => error instanceof ApiError && [413, 415, 422].includes(error.status)

/** Uploads one file. When the session has ended it waits for the login, and continues. */
export function useSendFile(): (file: File, sending?: Sending) => Promise<Sent> {
  const t = useText()
  const withSession = useWithSession()
  const cache = useMediaCache()
  return useCallback(
    async (file, { onProgress, idempotencyKey = randomKey(), signal } = {}) => {
      if (isTooLarge(file)) throw new ApiError(413, t('media.tooLarge'))
      const { status, answer: item } = await withSession(() =>
        sendFile<MediaItem>('/api/media', file, { idempotencyKey, onProgress, signal }),
      )
      // An existing item may have been restored from the trash.
      cache.bring(item)
      return { item, isNew: status === 201 }
    },
    [withSession, cache, t],
  )
}
