import type { FoundEntry } from './contract'

/** The rank of a result: its title begins with the words, contains them, or similar ones; or another text does. */
export const ranks = { beginning: 0, title: 1, similar: 2, text: 3 } as const

/** A result with what orders it: `at` is its last change, in seconds. */
export type Ranked = FoundEntry & { rank: number; at: number }

type Ordered = { kind: string; rank: number; at: number }

/** Of the same rank screens come first, and then the newest. */
export const byRank = (one: Ordered, other: Ordered) =>
  one.rank - other.rank || Number(isScreen(other)) - Number(isScreen(one)) || other.at - one.at

const isScreen = ({ kind }: Ordered) => kind === 'screen' || kind === 'setting'
