/**
 * A canonical address as typed: without `http://`, `https://` or any other `scheme://` it is taken as a path of this
 * site.
 */
export function withOrigin(typed: string, origin: string): string {
  const address = typed.trim()
  if (address === '' || /^https?:\/\//i.test(address) || address.includes('://')) return address
  return `${origin}${address.startsWith('/') ? '' : '/'}${address}`
}
