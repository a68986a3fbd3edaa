import { createContext, type ReactNode } from 'react'
import type { EditedRecord } from '#records/kind/record'

/** Additional details of a stored record beside its texts, provided by the screen. */
export const RecordAsideContext = createContext<((record: EditedRecord) => ReactNode) | undefined>(undefined)
