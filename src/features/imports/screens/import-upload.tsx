import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { FormFault } from '#auth/forms/form-fault'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError } from '#client/api-error'
import { fieldIssues } from '#client/field-issues'
import { sendFile } from '#client/send-file'
import { useIntentKey } from '#client/use-intent-key'
import { DropNote } from '#editing/drop-note'
import { useDroppedFiles } from '#editing/dropped-files'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { UploadIcon } from '#ui/controls/buttons/icons'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { Alert } from '#ui/controls/states/alert'
import { Progress } from '#ui/controls/states/progress'
import { importsQuery } from './queries'

const mostBytes = 200 * 1024 * 1024

const sources = ['wordpress', 'ghost', 'markdown', 'csv'] as const

/** Uploads a file of another system, chosen or dropped; it is only read, not imported yet. */
export function ImportUpload({ onRead }: { onRead: (id: number) => void }) {
  const t = useText()
  const { bring, isPending, error, share, stop } = useImportUpload(onRead)
  const isHeld = useDroppedFiles(([file]) => {
    if (file && !isPending) bring(file)
  })
  const [issue] = fieldIssues(error)
  return (
    <section className="admin-panel import-bring" aria-labelledby="import-bring">
      <h2 id="import-bring">{t('imports.bring')}</h2>
      <p className="kit-note">{t('imports.bringText')}</p>
      <div className="import-drop">
        {isPending ? (
          <>
            <Sending share={share} />
            {share < 1 && <Button onPress={stop}>{t('imports.stop')}</Button>}
          </>
        ) : (
          <>
            <UploadIcon />
            <p>{t('imports.drop')}</p>
            <FileTrigger
              onSelect={(files) => {
                if (files?.[0]) bring(files[0])
              }}
            >
              <Button variant="primary">{t('imports.choose')}</Button>
            </FileTrigger>
            <p className="kit-note">{t('imports.most')}</p>
          </>
        )}
      </div>
      {issue ? <Alert variant="danger">{issue.message}</Alert> : <FormFault error={error} />}
      <details>
        <summary>{t('imports.where')}</summary>
        <dl className="import-where">
          {sources.map((source) => (
            <div key={source}>
              <dt>{t(`imports.kind.${source}`)}</dt>
              <dd>{t(`imports.where.${source}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
      {isHeld && <DropNote>{t('imports.dropHere')}</DropNote>}
    </section>
  )
}

function Sending({ share }: { share: number }) {
  const t = useText()
  const isSent = share === 1
  return (
    <Progress
      label={isSent ? t('imports.reading') : t('imports.sending', { percent: Math.floor(share * 100) })}
      value={isSent ? undefined : share}
      max={1}
    />
  )
}

/** Uploads a file to be read; `share`: the uploaded part. */
function useImportUpload(onRead: (id: number) => void) {
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
      // The server would refuse it during the upload, and browsers do not read a response before the upload is
      // complete.
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
  const bring = (file: File) => {
    rescueFocus()
    mutate(file)
  }
  const stop = () => {
    sending.current?.abort()
    reset()
  }
  return { bring, isPending, error, share, stop }
}
