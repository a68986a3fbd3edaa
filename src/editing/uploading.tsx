import { Button } from '#ui/controls/buttons/button'
import { useText } from '#i18n/i18n'
import { useContext, useState } from 'react'
import { randomKey } from '#contract/random-key'
import { type LibraryFile, UploadRejected, PictureLibraryContext } from './picture-library'

/** A file being uploaded to the library, or a rejected one. */
type Uploading = {
  key: string
  file: File
  share: number
  fault?: string
  /** A retry would be rejected too. */
  isFinal?: boolean
  onUploaded: (uploaded: LibraryFile) => void
}

/** Uploads files to the library for a field; returns their progress and errors. */
export function useUploading() {
  const library = useContext(PictureLibraryContext)
  const [uploads, setUploads] = useState<readonly Uploading[]>([])
  const put = (now: Uploading) => setUploads((all) => [...all.filter(({ file }) => file !== now.file), now])
  const dismiss = (file: File) => setUploads((all) => all.filter((one) => one.file !== file))

  const send = async (file: File, onUploaded: Uploading['onUploaded']): Promise<void> => {
    if (!library) return
    const upload = { key: randomKey(), file, share: 0, onUploaded }
    put(upload)
    try {
      const uploaded = await library.upload(file, (share) => put({ ...upload, share }))
      dismiss(file)
      onUploaded(uploaded)
    } catch (error) {
      if (!(error instanceof UploadRejected)) throw error
      put({ ...upload, fault: error.message, isFinal: error.isFinal })
    }
  }
  return { library, uploads, send, dismiss }
}

/** The progress of dropped or pasted files, and the error of a rejected one. */
export function UploadNote({ uploads, send, dismiss }: Omit<ReturnType<typeof useUploading>, 'library'>) {
  const t = useText()
  const underWay = uploads.find(({ fault }) => fault === undefined)
  return (
    <>
      <output className="edit-note edit-upload">
        {underWay &&
          t('editing.upload.progress', { name: underWay.file.name, percent: Math.round(underWay.share * 100) })}
      </output>
      {uploads.map(({ key, file, fault, isFinal, onUploaded }) =>
        fault === undefined ? null : (
          <div key={key} className="edit-row edit-upload">
            <span className="edit-warning" role="alert">
              <bdi>{file.name}</bdi>: {fault}
            </span>
            {!isFinal && (
              <Button
                onPress={() => {
                  void send(file, onUploaded)
                }}
              >
                {t('editing.upload.again')}
              </Button>
            )}
            <Button variant="quiet" onPress={() => dismiss(file)}>
              {t('editing.upload.dismiss')}
            </Button>
          </div>
        ),
      )}
    </>
  )
}
