/** ISO 8601 in UTC; null for what is no moment of our era. */
export function toUtc(text: string): string | null {
  const time = Date.parse(text)
  const isKept = time > Date.parse('0001-01-01T00:00:00Z') && time < Date.parse('9999-01-01T00:00:00Z')
  return isKept ? new Date(time).toISOString() : null
}
