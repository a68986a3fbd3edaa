import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError } from '#client/api-error'
import { sendFile } from '#client/send-file'
import { useIntentKey } from '#client/use-intent-key'
import { useText } from '#i18n/i18n'
import { importsQuery } from './queries'

const mostBytes = 200 * 1024 * 1024

/** Has a file read; `share`: how much of it has been sent. */
export function useBringFile(onRead: (id: number) => void) {
  const t = useText()
  const client = useQueryClient()
  const withSession = useWithSession()
  const { keyFor, finish } = useIntentKey()
  const [share, setShare] = useState(0)
  const sending = useRef<AbortController>(undefined)
  const { mutate, isPending, error, reset } = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: async (file: File) => {
      // The server would say so before all of it has left, and no browser listens then.
      if (file.size > mostBytes) throw new ApiError(413, t('imports.tooLarge'), [], true)
      sending.current = new AbortController()
      setShare(0)
      const { signal } = sending.current
      const idempotencyKey = keyFor([file.name, file.size, file.lastModified])
      return withSession(() =>
        sendFile<{ id: number }>('/api/imports', file, { idempotencyKey, onProgress: setShare, signal }),
      )
    },
    onSuccess: ({ answer: { id } }) => {
      finish()
      void client.invalidateQueries({ queryKey: importsQuery().queryKey })
      onRead(id)
    },
  })
  const stop = () => {
    sending.current?.abort()
    reset()
  }
  return { bring: mutate, isPending, error, share, stop }
}
