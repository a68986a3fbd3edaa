import { createContext } from 'react'
import type { LibraryPicture } from '#contract/picture-variants'

export type FindFile = {
  (src: string, of?: 'pictures'): LibraryPicture | undefined
  (src: string, of: 'documents'): { bytes: number } | undefined
}

/** What is known of a file of the library, by the address that content stores. The app provides it. */
export const LibraryPicturesContext = createContext<FindFile>(() => undefined)
