import { createContext } from 'react'

/** Where a link inside stored text leads from this page: one to another page stays in its language. The app provides it. */
export const ProseAddressContext = createContext<(address: string) => string>((address) => address)
