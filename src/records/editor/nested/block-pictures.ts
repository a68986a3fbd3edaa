import { createContext, type ReactNode } from 'react'

/** What a type of block looks like, small; whoever declares the types provides it. */
export const BlockPicturesContext = createContext<((type: string) => ReactNode) | undefined>(undefined)
