import { useContext, useState } from 'react'
import { randomKey } from '#contract/random-key'
import { type LibraryFile, NotTaken, PictureLibraryContext } from './picture-library'

/** A file on its way into the library, or one that was not taken. */
export type Uploading = {
  key: string
  file: File
  share: number
  fault?: string
  /** The same file would be refused again. */
  isFinal?: boolean
  onTaken: (taken: LibraryFile) => void
}

/** Takes files into the library for a field, and tells how far each is and what went wrong. */
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
