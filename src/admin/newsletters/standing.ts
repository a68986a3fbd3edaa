import type { Newsletter } from '#features/newsletters/contract'

/** Milliseconds between two looks at one that goes out. */
export const refreshing = 2000

export const isGoing = ({ state }: Newsletter): boolean => state === 'sending' || state === 'scheduled'
export const isChangeable = ({ state }: Newsletter): boolean => state === 'draft' || state === 'scheduled'
