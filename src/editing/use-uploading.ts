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
