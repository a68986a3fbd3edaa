import { readFileSync, writeFileSync } from 'node:fs'

const path = 'docs/reliability.md'

/** Replaces the table with the same header row; with `isPart` its other rows stay. */
export function writeTable(lines: readonly string[], { isPart }: { isPart: boolean }): void {
  const isTable = (text: string) => text.startsWith(`${lines[0]}\n`)
  const paragraphs = readFileSync(path, 'utf8').trimEnd().split('\n\n')
  const place = paragraphs.findIndex(isTable)
  if (place < 0) throw new Error(`${path} has no table with the heads ${lines[0]}`)
  const rows = isPart ? mergeRows(paragraphs[place]?.split('\n') ?? [], lines) : lines
  writeFileSync(path, `${paragraphs.with(place, rows.join('\n')).join('\n\n')}\n`)
}

/** Replaces rows of the same drill, and appends new ones. */
export function mergeRows(before: readonly string[], lines: readonly string[]): string[] {
  const drillOf = (line: string) => line.split('|')[1]?.trim() ?? ''
  return [...new Map([...before, ...lines].map((line) => [drillOf(line), line])).values()]
}
