import type { FoundEntry } from './contract'

/** The rank of a result: its title begins with the words, contains them, or similar ones; or another text does. */
export const ranks = { beginning: 0, title: 1, similar: 2, text: 3 } as const

/** A result with what orders it: `at` is its last change, in seconds. */
export type Ranked = FoundEntry & { rank: number; at: number }
