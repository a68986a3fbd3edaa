import { createContext, type ReactNode } from 'react'
import type { EditedRecord } from '#records/kind/record'

/** What else is told of a stored record beside its texts, by whoever opens its editor. */
export const RecordAsideContext = createContext<((record: EditedRecord) => ReactNode) | undefined>(undefined)
