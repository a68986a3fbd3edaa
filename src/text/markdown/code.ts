const fence = /^ {0,3}(`{3,}|~{3,})/
const span = /(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g

/** The lines of a text, each with whether it is inside a fenced code block. */
export function outsideFences(lines: readonly string[]): { isCode: boolean; text: string }[] {
  let open = ''
  return lines.map((text) => {
    const found = fence.exec(text)?.[1]
    if (open === '' && found !== undefined) open = found
    else if (found !== undefined && found.startsWith(open)) open = ''
    else return { isCode: open !== '', text }
    return { isCode: true, text }
  })
}

/** Maps a text except for its code spans. */
export function outsideSpans(text: string, change: (words: string) => string): string {
  let changed = ''
  let at = 0
  for (const { index, 0: code } of text.matchAll(span)) {
    changed += change(text.slice(at, index)) + code
    at = index + code.length
  }
  return changed + change(text.slice(at))
}

/** Maps a text except for its code. */
export function outsideCode(text: string, change: (words: string) => string): string {
  const parts: string[] = []
  let run: string[] = []
  const flush = () => {
    if (run.length > 0) parts.push(outsideSpans(run.join('\n'), change))
    run = []
  }
  for (const { isCode, text: line } of outsideFences(text.split('\n'))) {
    if (!isCode) run.push(line)
    else {
      flush()
      parts.push(line)
    }
  }
  flush()
  return parts.join('\n')
}
