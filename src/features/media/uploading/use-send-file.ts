import { useCallback } from 'react'
import { useWithSession } from '#auth/sign-in-dialog'
import { randomKey } from '#base/http/random-key'
import { sendFile } from '#base/http/send-file'
import type { MediaItem } from '../contract'
import { useMediaCache } from '../media-cache'

type Sending = { onProgress?: (share: number) => void; idempotencyKey?: string; signal?: AbortSignal }
export type Sent = { item: MediaItem; isNew: boolean }

/** Takes one file into the library. One whose session has ended waits for the login, and goes on. */
export function useSendFile(): (file: File, sending?: Sending) => Promise<Sent> {
  const withSession = useWithSession()
  const cache = useMediaCache()
  return useCallback(
    async (file, { onProgress, idempotencyKey = randomKey(), signal } = {}) => {
      const { status, answer: item } = await withSession(() =>
        sendFile<MediaItem>('/api/media', file, { idempotencyKey, onProgress, signal }),
      )
      const isNew = status === 201
      if (isNew) cache.add(item)
      else cache.put(item)
      return { item, isNew }
    },
    [withSession, cache],
  )
}
