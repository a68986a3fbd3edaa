import { readFileSync, writeFileSync } from 'node:fs'

const path = 'docs/reliability.md'

/** Puts a table in the place of the one that has the same heads; `isPart`: whose other rows stay. */
export function writeTable(lines: readonly string[], { isPart }: { isPart: boolean }): void {
  const isTable = (text: string) => text.startsWith(`${lines[0]}\n`)
  const paragraphs = readFileSync(path, 'utf8').trimEnd().split('\n\n')
  const place = paragraphs.findIndex(isTable)
  if (place < 0) throw new Error(`${path} has no table with the heads ${lines[0]}`)
  const rows = isPart ? mergeRows(paragraphs[place]?.split('\n') ?? [], lines) : lines
  writeFileSync(path, `${paragraphs.with(place, rows.join('\n')).join('\n\n')}\n`)
}

/** The rows of the same drill are exchanged, new ones come last. */
export function mergeRows(before: readonly string[], lines: readonly string[]): string[] {
  const drillOf = (line: string) => line.split('|')[1]?.trim() ?? ''
  return [...new Map([...before, ...lines].map((line) => [drillOf(line), line])).values()]
}
