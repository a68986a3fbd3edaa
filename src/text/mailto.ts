/** A `mailto:` link for a new message; line breaks of the body become CRLF. */
export function mailto(email: string, subject?: string, body?: string): string {
  const address = encodeURIComponent(email).replace('%40', '@')
  const fields = [
    subject !== undefined && `subject=${encodeURIComponent(subject)}`,
    body !== undefined && `body=${encodeURIComponent(body.replaceAll(/\r?\n/g, '\r\n'))}`,
  ].filter(Boolean)
  return `mailto:${address}${fields.length > 0 ? `?${fields.join('&')}` : ''}`
}
