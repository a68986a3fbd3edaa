/**
 * The query string as it was sent. Elysia parses a value with a comma as a list and one in brackets as JSON, so that a
 * search for `schools, factories` would be refused.
 */
export function plainQuery(address: string): Record<string, string | string[]> {
  const asked = new URL(address, 'http://localhost').searchParams
  const query: Record<string, string | string[]> = Object.create(null)
  for (const name of new Set(asked.keys())) {
    const values = asked.getAll(name)
    query[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return query
}
