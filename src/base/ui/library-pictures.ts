import { createContext } from 'react'
import type { LibraryPicture } from '#base/pictures/forms'

/** What is known of a picture of the library, by the address that content stores. The app provides it. */
export const LibraryPicturesContext = createContext<(src: string) => LibraryPicture | undefined>(() => undefined)
