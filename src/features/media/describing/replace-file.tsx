import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { RefreshIcon } from '#ui/controls/buttons/icons'
import { ApiError } from '#client/api-error'
import { randomKey } from '#contract/random-key'
import { sendFile } from '#client/send-file'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { plainFailure } from '#records/editor/saving/failure'
import { type MediaItem, mimes } from '../contract'
import { isPicture } from '../item-text'
import { useMediaCache } from '#features/media/serving/media-cache'

/** Replaces a file under the same URL, so that every use shows the new one. */
export function ReplaceFile({ item }: { item: MediaItem }) {
  const t = useText()
  const toast = useToast()
  const cache = useMediaCache()
  const withSession = useWithSession()
  const [share, setShare] = useState(0)
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: async (file: File) => {
      const idempotencyKey = randomKey()
      setShare(0)
      const { answer } = await withSession(() =>
        sendFile<MediaItem>(`/api/media/${item.id}/file`, file, {
          version: item.version,
          idempotencyKey,
          onProgress: setShare,
        }),
      )
      return answer
    },
    onSuccess: (now) => {
      cache.put(now)
      toast({ title: t('media.replaced'), description: t('media.replacedText') })
    },
  })
  const isChanged = error instanceof ApiError && error.status === 412
  return (
    <>
      <FileTrigger
        acceptedFileTypes={mimes.filter((mime) => isPicture({ mime }) === isPicture(item))}
        onSelect={(files) => {
          const file = files?.[0]
          if (file) mutate(file)
        }}
      >
        <Button isPending={isPending}>
          <RefreshIcon />
          {isPending ? t('media.replacing', { percent: Math.round(share * 100) }) : t('media.replace')}
        </Button>
      </FileTrigger>
      {error && (
        <div className="media-wide">
          <Alert variant="danger" title={t('media.replaceFailed')}>
            {isChanged ? t('media.replaceChanged') : plainFailure(error, t('media.uploadFailed'), t)}
          </Alert>
        </div>
      )}
    </>
  )
}
