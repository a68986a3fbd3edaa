import { useContext, useState } from 'react'
import { randomKey } from '#contract/random-key'
import { type LibraryFile, NotTaken, PictureLibraryContext } from './picture-library'

/** A file being uploaded to the library, or a rejected one. */
type Uploading = {
  key: string
  file: File
  share: number
  fault?: string
  /** A retry would be rejected too. */
  isFinal?: boolean
  onTaken: (taken: LibraryFile) => void
}

/** Uploads files to the library for a field; returns their progress and errors. */
export function useUploading() {
  const library = useContext(PictureLibraryContext)
  const [uploads, setUploads] = useState<readonly Uploading[]>([])
  const put = (now: Uploading) => setUploads((all) => [...all.filter(({ file }) => file !== now.file), now])
  const dismiss = (file: File) => setUploads((all) => all.filter((one) => one.file !== file))

  const send = async (file: File, onTaken: Uploading['onTaken']): Promise<void> => {
    if (!library) return
    const upload = { key: randomKey(), file, share: 0, onTaken }
    put(upload)
    try {
      const taken = await library.upload(file, (share) => put({ ...upload, share }))
      dismiss(file)
      onTaken(taken)
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error
      put({ ...upload, fault: error.message, isFinal: error.isFinal })
    }
  }
  return { library, uploads, send, dismiss }
}
