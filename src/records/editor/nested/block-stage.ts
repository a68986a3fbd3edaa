import { atom } from 'jotai'
import { type ReactNode, createContext } from 'react'

/** The illustration of a block type; provided by the feature that declares the types. */
export const BlockPicturesContext = createContext<((type: string) => ReactNode) | undefined>(undefined)

/** The blocks of the open editor, as its rows offer them to the preview. */
export type StagedBlocks = {
  blocks: readonly StagedBlock[]
  actions: {
    move: (from: number, to: number) => void
    duplicate: (index: number) => void
    hideInPreview: (index: number) => void
    remove: (index: number) => void
  }
  /** The button that opens the choice of types for a new block at an index. */
  renderInsert: (index: number) => ReactNode
}

/** `type`: the label of its type. */
type StagedBlock = { id: string; type: string; isHidden: boolean }

/** One editor is open at a time; absent while it has no blocks. */
export const stagedBlocksAtom = atom<StagedBlocks>()

/** The id of the block that rows and preview outline. */
export const selectedBlockAtom = atom<string>()

/** What the last action on a block did, for screen readers. */
export const blockNewsAtom = atom('')

/** Around a preview: actions that begin inside it leave the focus there. */
export const stageClass = 'edit-preview'

/** How to scroll to what was selected elsewhere. */
export const scrollBehavior = (): ScrollBehavior =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
