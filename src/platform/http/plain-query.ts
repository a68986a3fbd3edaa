/** Maximum number of different names in a query. */
export const mostNames = 50

/**
 * The query string as it was sent, without the names after the first `mostNames` (`isTooLong`). Elysia parses a value
 * with a comma as a list and one in brackets as JSON, so that a search for `schools, factories` would be refused.
 */
export function plainQuery(address: string): { query: Record<string, string | string[]>; isTooLong: boolean } {
  const query: Record<string, string | string[]> = Object.create(null)
  let names = 0
  for (const [name, value] of new URL(address, 'http://localhost').searchParams) {
    const known = query[name]
    if (known === undefined) {
      if (names === mostNames) return { query, isTooLong: true }
      names++
      query[name] = value
    } else if (typeof known === 'string') query[name] = [known, value]
    else known.push(value)
  }
  return { query, isTooLong: false }
}
