/** A URL with the query parameters of the visitor's own URL added. */
export function withQuery(target: string, search: string): string {
  if (search.length < 2) return target
  const at = target.indexOf('#')
  const [address, hash] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
  return `${address}${address.includes('?') ? `&${search.slice(1)}` : search}${hash}`
}
