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

/** The ids of library pictures without an alternative text in these values, at any depth. */
export function picturesWithoutAlt(texts: unknown): number[] {
  return [...new Set(idsIn(texts))]
}

function idsIn(texts: unknown): number[] {
  if (typeof texts === 'string') return idsInText(texts)
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(idsIn) : []
}

/** A text is either a URL or HTML with pictures. */
function idsInText(text: string): number[] {
  if (!text.includes('<')) return idOf(text.trim())
  if (!text.includes('/media/')) return []
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  return Array.from(body.querySelectorAll('img')).flatMap((picture) =>
    (picture.getAttribute('alt') ?? '').trim() === '' ? idOf(picture.getAttribute('src') ?? '') : [],
  )
}

const idOf = (address: string): number[] => {
  const id = /^\/media\/([1-9]\d{0,9})\/[^/\s]+$/.exec(address)?.[1]
  return id === undefined ? [] : [Number(id)]
}
