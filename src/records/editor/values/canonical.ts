/** A canonical URL as typed: without `http://`, `https://` or another `scheme://` it is a path of this site. */
export function withOrigin(typed: string, origin: string): string {
  const address = typed.trim()
  if (address === '' || /^https?:\/\//i.test(address) || address.includes('://')) return address
  return `${origin}${address.startsWith('/') ? '' : '/'}${address}`
}
