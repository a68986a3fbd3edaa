import { leastPasswordLength } from '#auth/contract'

/**
 * The common passwords that are long enough to be chosen, and the first thousand, which people stretch. A macro: the list
 * has 49,000 entries, of which the bundle of the server contains these alone.
 */
export async function commonPasswordList(): Promise<{ long: string[]; first: string[] }> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const known = dictionary['passwords-common']
  return { long: known.filter((word) => word.length >= leastPasswordLength), first: known.slice(0, 1000) }
}
