import type { Language } from '#i18n/language'
import { createContext, useContext } from 'react'

/** A picture or a document of the library, with its URL. */
export type LibraryFile = {
  url: string
  name: string
  isPicture: boolean
  alt: Record<Language, string>
  width: number | null
  height: number | null
}

/** Why a file was rejected, as a message for the user. `isFinal`: a retry would be rejected too. */
export class UploadRejected extends Error {
  constructor(
    message: string,
    readonly isFinal: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The media library as used by picture fields; provided by the admin. */
export type PictureLibrary = {
  /** Opens the library as a dialog; resolves to the chosen picture, if any. */
  pick: () => Promise<LibraryFile | undefined>
  /** Uploads a file; throws `UploadRejected`. `onProgress` gets the uploaded share, from 0 to 1. */
  upload: (file: File, onProgress: (share: number) => void) => Promise<LibraryFile>
  /**
   * Resolves to whether to publish content with these texts. Tells which of them came with a template and were not
   * changed, and prompts for the missing alternative texts of its pictures, unless the user continues without.
   */
  mayPublish: (texts: unknown) => Promise<boolean>
}

export const PictureLibraryContext = createContext<PictureLibrary | undefined>(undefined)

/** Publishes content at once if it has no pictures without alternative text and no untouched texts, otherwise after the prompt. */
export function usePublishing(): (texts: unknown, publish: () => void) => void {
  const library = useContext(PictureLibraryContext)
  return (texts, publish) => {
    if (!library) publish()
    else
      void library.mayPublish(texts).then((may) => {
        if (may) publish()
        return may
      })
  }
}
