import type { Language } from '#i18n/language'
import { createContext, useContext } from 'react'
import { wordlessPictures } from './library-pictures'

/** A picture, or a document, that the site keeps under an address of its own. */
export type LibraryFile = {
  url: string
  name: string
  isPicture: boolean
  alt: Record<Language, string>
  width: number | null
  height: number | null
}

/** Why a file was not taken, in words for whoever sent it. `isFinal`: the same file would be refused again. */
export class NotTaken extends Error {
  constructor(
    message: string,
    readonly isFinal: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The site's own files, as the fields that hold pictures see them. The admin hands it in. */
export type PictureLibrary = {
  /** Opens it above everything; resolves to the picture that was chosen, if one was. */
  pick: () => Promise<LibraryFile | undefined>
  /** Takes a file in; throws `NotTaken`. `onProgress` is told how much has left, from 0 to 1. */
  upload: (file: File, onProgress: (share: number) => void) => Promise<LibraryFile>
  /**
   * Whether what holds these texts is to be published. Asks for the alternative text of each picture in them that nobody
   * has described, until somebody goes on without it.
   */
  mayPublish: (texts: unknown) => Promise<boolean>
}

export const PictureLibraryContext = createContext<PictureLibrary | undefined>(undefined)

/** Publishes at once what holds no picture that could lack words, and anything else once it has been asked about. */
export function usePublishing(): (texts: unknown, publish: () => void) => void {
  const library = useContext(PictureLibraryContext)
  return (texts, publish) => {
    if (!library || wordlessPictures(texts).length === 0) publish()
    else
      void library.mayPublish(texts).then((may) => {
        if (may) publish()
        return may
      })
  }
}
