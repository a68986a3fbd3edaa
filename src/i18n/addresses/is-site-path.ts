import { sitePaths } from './paths'

/** Whether a path is that of a built-in page. */
export const isSitePath = (address: string): boolean =>
  (Object.values(sitePaths) as readonly string[]).includes(address)
