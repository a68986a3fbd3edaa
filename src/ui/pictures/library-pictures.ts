import { createContext } from 'react'
import type { LibraryPicture } from '#contract/picture-variants'

export type FindFile = {
  (src: string, of?: 'pictures'): LibraryPicture | undefined
  (src: string, of: 'documents'): { bytes: number } | undefined
}

/** Looks up a library file by the URL stored in content. The app provides it. */
export const LibraryPicturesContext = createContext<FindFile>(() => undefined)
