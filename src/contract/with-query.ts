/** An address with what a visitor's own asked for beside it. */
export function withQuery(target: string, search: string): string {
  if (search.length < 2) return target
  const at = target.indexOf('#')
  const [address, hash] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
  return `${address}${address.includes('?') ? `&${search.slice(1)}` : search}${hash}`
}
