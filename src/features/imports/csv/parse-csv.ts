/** The rows of a CSV as in RFC 4180; `separator` is one character. An unclosed quote extends to the end. */
export function* parseCsv(text: string, separator: string): Generator<string[]> {
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const quoted = text[at] === '"'
    const end = quoted ? endOfQuoted(text, at + 1) : endOfPlain(text, at, separator)
    const cell = quoted ? text.slice(at + 1, end).replaceAll('""', '"') : text.slice(at, end)
    // Text after the closing quote is ignored.
    const next = quoted ? endOfPlain(text, end + 1, separator) : end
    row.push(cell)
    at = next + 1
    if (text[next] === separator) {
      if (at >= text.length) row.push('')
      continue
    }
    if (text[next] === '\r' && text[at] === '\n') at++
    yield row
    row = []
  }
  if (row.length > 0) yield row
}

function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return text.length
}

function endOfPlain(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++)
    if (text[at] === separator || text[at] === '\n' || text[at] === '\r') return at
  return text.length
}
