type Note = { id: string; text: string }

const definition = /^ {0,3}\[\^([^\]\s]{1,60})\]:[ \t]*(.*)$/
const mark = /\[\^([^\]\s]{1,60})\](?!:)/g

/** Extracts footnotes from a text, and leaves marks that refer to them; unreferenced ones are dropped. */
function withoutNotes(markdown: string): { text: string; notes: Note[] } {
  if (!markdown.includes('[^')) return { text: markdown, notes: [] }
  const { lines, texts } = takeDefinitions(markdown)
  const order = new Map<string, number>()
  const marked = outsideFences(lines).map(({ isCode, text }) =>
    isCode ? text : outsideSpans(text, (words) => words.replace(mark, (whole, name: string) => sup(whole, name))),
  )
  function sup(whole: string, name: string): string {
    if (!texts.has(name)) return whole
    const isFirst = !order.has(name)
    const number = order.get(name) ?? order.size + 1
    order.set(name, number)
    const id = idOf(number)
    return `<sup${isFirst ? ` id="note-${id}-ref"` : ''}><a href="#note-${id}">${number}</a></sup>`
  }
  const notes = [...order].map(([name, number]) => ({ id: idOf(number), text: texts.get(name) ?? '' }))
  return { text: marked.join('\n'), notes }
}

const idOf = (number: number) => `${number}`

function takeDefinitions(markdown: string): { lines: string[]; texts: Map<string, string> } {
  const lines: string[] = []
  const texts = new Map<string, string>()
  let last: string | undefined
  for (const { isCode, text } of outsideFences(markdown.split('\n'))) {
    const [, name, words] = (isCode ? null : definition.exec(text)) ?? []
    if (name !== undefined) {
      last = name
      if (!texts.has(name)) texts.set(name, words ?? '')
    } else if (last !== undefined && /^(?: {2,}|\t)\S/.test(text)) {
      texts.set(last, `${texts.get(last)} ${text.trim()}`)
    } else {
      if (text.trim() !== '') last = undefined
      lines.push(text)
    }
  }
  return { lines, texts }
}

const blockTags =
  'address|article|aside|blockquote|details|div|dl|dd|dt|figure|figcaption|h[1-6]|hr|li|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul'

const afterBlock = new RegExp(`(<(?:/?(?:${blockTags})(?:\\s[^<>]*)?|/pre)>)\\n+`, 'g')
const beforeClosing = new RegExp(`(?<!\\n)\\n+(</(?:${blockTags})>)`, 'g')
const kept = /<pre\b[\s\S]*?<\/pre>/g
const lonePicture = /<p>(<img\s[^<>]*) \/><\/p>/g

/**
 * Converts CommonMark with GitHub's extensions into HTML that is not sanitized yet: footnotes as the editor stores
 * them, and a lone picture as a figure with its title as the caption.
 */
export function fromMarkdown(markdown: string): string {
  const { text, notes } = withoutNotes(markdown)
  return tidy(render(text)) + (notes.length === 0 ? '' : noteList(notes))
}

const render = (markdown: string): string =>
  Bun.markdown.html(markdown, { tables: true, strikethrough: true, tasklists: true, autolinks: true })

/** Removes line breaks between blocks, which the editor does not write. */
function tidy(html: string): string {
  const whole: string[] = []
  const marked = replaceClosed(html, '</pre>', kept, (element) => {
    const at = whole.push(element.replace(/\n<\/code><\/pre>$/, '</code></pre>')) - 1
    return `<pre data-whole="${at}"></pre>`
  })
  return replaceClosed(marked, '-->', /<!--[\s\S]*?-->\n*/g, () => '')
    .replace(/<input\b[^<>]*>/g, (box) => (/\bchecked\b/.test(box) ? '☑ ' : '☐ '))
    .replace(afterBlock, '$1')
    .replace(beforeClosing, '$1')
    .replace(lonePicture, (_, picture: string) => figure(`${picture}>`))
    .replace(/<(br|hr|img\b[^<>]*?)(?<!\s)\s*\/>/g, '<$1>')
    .replaceAll('<br>\n', '<br>')
    .replace(/<pre data-whole="(\d+)"><\/pre>/g, (_, at: string) => whole[Number(at)] ?? '')
    .trim()
}

/** After the last `end` (and a line break) each opening one would be searched for its end in vain. */
function replaceClosed(html: string, end: string, found: RegExp, change: (part: string) => string): string {
  const rest = html.lastIndexOf(end) + end.length + 1
  return html.slice(0, rest).replace(found, change) + html.slice(rest)
}

function figure(picture: string): string {
  const caption = / title="([^"]*)"/.exec(picture)?.[1]
  if (!caption) return `<figure>${picture}</figure>`
  return `<figure>${picture.replace(/ title="[^"]*"/, '')}<figcaption>${caption}</figcaption></figure>`
}

const noteList = (notes: ReturnType<typeof withoutNotes>['notes']): string =>
  `<ol>${notes
    .map(({ id, text }) => {
      const words = tidy(render(text)).replace(/^<p>([\s\S]*)<\/p>$/, '$1')
      return `<li id="note-${id}"><span>${words}</span> <a href="#note-${id}-ref">↩</a></li>`
    })
    .join('')}</ol>`

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
function outsideSpans(text: string, change: (words: string) => string): string {
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
