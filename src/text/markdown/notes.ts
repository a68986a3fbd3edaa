import { outsideFences, outsideSpans } from './code'

type Note = { id: string; text: string }

const definition = /^ {0,3}\[\^([^\]\s]{1,60})\]:[ \t]*(.*)$/
const mark = /\[\^([^\]\s]{1,60})\](?!:)/g

/** Extracts footnotes from a text, and leaves marks that refer to them; unreferenced ones are dropped. */
export function withoutNotes(markdown: string): { text: string; notes: Note[] } {
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
