/** CSV for spreadsheets: RFC 4180 with a byte order mark; cells that would run as a formula are escaped. */
export const toCsv = (rows: readonly string[][]): string =>
  `\uFEFF${rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')}`

function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
