import { createContext } from 'react'

/** Maps a link in stored text: one to another page keeps the current language. The app provides it. */
export const ProseAddressContext = createContext<(address: string) => string>((address) => address)
