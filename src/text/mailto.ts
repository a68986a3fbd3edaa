/** A link that opens a new message in the reader's mail program, with a body whose lines end as mails have it. */
export function mailto(email: string, subject?: string, body?: string): string {
  const address = encodeURIComponent(email).replace('%40', '@')
  const fields = [
    subject !== undefined && `subject=${encodeURIComponent(subject)}`,
    body !== undefined && `body=${encodeURIComponent(body.replaceAll(/\r?\n/g, '\r\n'))}`,
  ].filter(Boolean)
  return `mailto:${address}${fields.length > 0 ? `?${fields.join('&')}` : ''}`
}
