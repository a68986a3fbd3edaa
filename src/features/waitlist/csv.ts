import type { Subscriber } from './contract'

/**
 * The waitlist as a spreadsheet opens it: RFC 4180, with a byte order mark, and no cell that a spreadsheet would run as
 * a formula.
 */
export function subscribersCsv(subscribers: Pick<Subscriber, 'email' | 'submittedAt'>[]): string {
  const rows = [
    ['Email', 'Date Joined'],
    ...subscribers.map(({ email, submittedAt }) => [email, new Date(submittedAt).toISOString()]),
  ]
  return `\uFEFF${rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')}`
}

/** `industria-waitlist-2026-03-09.csv`, by the calendar of this computer. */
export function csvName(day: Date): string {
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'))
  return `industria-waitlist-${parts.join('-')}.csv`
}

function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
