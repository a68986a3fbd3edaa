import { createContext, type ReactNode } from 'react'

/** The illustration of a block type; provided by the feature that declares the types. */
export const BlockPicturesContext = createContext<((type: string) => ReactNode) | undefined>(undefined)
