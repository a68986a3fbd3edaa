/** A link that opens a new message in the reader's mail program. */
export function mailto(email: string, subject?: string): string {
  const address = encodeURIComponent(email).replace('%40', '@')
  return subject === undefined ? `mailto:${address}` : `mailto:${address}?subject=${encodeURIComponent(subject)}`
}
