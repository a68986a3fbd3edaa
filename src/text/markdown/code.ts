const fence = /^ {0,3}(`{3,}|~{3,})/

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

/** Maps a text except for its code spans, in linear time. */
export function outsideSpans(text: string, change: (words: string) => string): string {
  let changed = ''
  let at = 0
  const runs = [...text.matchAll(/`+|\n/g)]
  const ends = endsOfSpans(runs.map(([run]) => run))
  for (let index = 0; index < runs.length; index++) {
    const close = ends[index]
    if (close === undefined) continue
    const end = runs[close]!.index + runs[close]![0].length
    changed += change(text.slice(at, runs[index]!.index)) + text.slice(runs[index]!.index, end)
    at = end
    index = close
  }
  return changed + change(text.slice(at))
}

/** For each run of backticks, the next one of its length in the line. */
function endsOfSpans(runs: readonly string[]): (number | undefined)[] {
  const ends: (number | undefined)[] = []
  const next = new Map<number, number>()
  for (let index = runs.length - 1; index >= 0; index--) {
    const run = runs[index]!
    if (run === '\n') next.clear()
    else {
      ends[index] = next.get(run.length)
      next.set(run.length, index)
    }
  }
  return ends
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
