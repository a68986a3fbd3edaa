import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError, send } from '#client/api-error'
import { sendFile } from '#client/send-file'
import { useIntentKey } from '#client/use-intent-key'
import type { RestoreBegun, RestoreInput } from '#contract/restores'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import type { Source } from './queries'

type Typed = Pick<RestoreInput, 'currentPassword' | 'confirm'>

/** `share`: how much of a file has been sent; one that is still being sent may be stopped. */
export function useBeginRestore(source: Source, onBegun: (id: number) => void) {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  const withSession = useWithSession()
  const { keyFor } = useIntentKey()
  const [share, setShare] = useState<number>()
  const sending = useRef<AbortController>(undefined)

  async function sendAll(file: File, fields: Typed): Promise<RestoreBegun> {
    // A file that may be large is not sent only to be refused for that.
    if (fields.confirm !== name) throw wrongName(t('restoring.wrongName'))
    sending.current = new AbortController()
    setShare(0)
    const { signal } = sending.current
    const { answer } = await sendFile<RestoreBegun>('/api/restores', file, {
      idempotencyKey: keyFor(fields),
      fields,
      onProgress: setShare,
      signal,
    })
    return answer
  }

  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: (typed: Typed) =>
      withSession(() =>
        source instanceof File
          ? sendAll(source, typed)
          : send<RestoreBegun>('POST', '/api/restores', {
              body: { backup: source.id, ...typed },
              idempotencyKey: keyFor(typed),
            }),
      ),
    onSuccess: ({ id }) => onBegun(id),
    onSettled: () => setShare(undefined),
  })
  return {
    begin: mutate,
    isPending,
    error,
    share,
    mayStop: isPending && share !== undefined && share < 1,
    stop: () => sending.current?.abort(),
  }
}

const wrongName = (message: string) => new ApiError(422, message, [{ path: 'confirm', message }], true)
