import type { Newsletter } from '../contract'

/** Poll interval in milliseconds while a newsletter is being sent. */
export const refreshing = 2000

export const isGoing = ({ state }: Newsletter): boolean => state === 'sending' || state === 'scheduled'
export const isChangeable = ({ state }: Newsletter): boolean => state === 'draft' || state === 'scheduled'
