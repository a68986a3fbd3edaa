import { outsideFences } from '#text/markdown/code'

/** Notes, which become quotes; of other containers the content stays as it is. */
const notes =
  /\b(?:abstract|admonition|alert|attention|aviso|bug|callout|caution|consejo|danger|details|error|example|failure|hint|important|info|nota|note|question|quote|seealso|spoiler|success|summary|tip|todo|warning)\b/i

const opening = /^( *)(:{3,}) *(\{[^{}\n]*\}|[\w-]+)(.*)$/
const closing = /^ *(:{3,}) *$/
const leaf = /^( *)::([a-z][\w-]*)(?:\[([^\]\n]*)\])?(?:\{([^{}\n]*)\})? *$/i
const alert = /^([ >]*>)[ \t]*\[!([\w-]+)\][+-]?[ \t]*(.*)$/
const indented = /^( *)(?:!!!|\?\?\?\+?) (.*)$/
const element = /^( {0,3})<([a-z][\w-]*)((?:\s[^<>]*)?\smarkdown=["']?(?:1|block|span)["']?[^<>]*)>(.*)$/i

const deepest = 10

type Part = { isCode: boolean; text: string }
/** `removed` collects the names of directives that make nothing here. */
type Marking = { removed: Set<string> }

/**
 * Replaces the marks of blocks that are no part of CommonMark: directives (`:::note`), alerts (`> [!NOTE]`), notes by
 * their indentation (`!!! note`), and elements of HTML with Markdown in them (`markdown="1"`).
 */
export function replaceBlockMarks(markdown: string, marking: Marking): string {
  if (!/^ *(?::::?|!!!|\?\?\?)|^[ >]*>[ \t]*\[!|\smarkdown=/m.test(markdown)) return markdown
  const lines = withoutIndented(withElements(outsideFences(markdown.split('\n'))))
  const ends = pairsOf(lines)
  const quotes: { indent: string; end: number }[] = []
  const written: string[] = []
  lines.forEach((line, at) => {
    while (quotes.length > 0 && quotes.at(-1)!.end <= at) quotes.pop()
    const prefix = quotes.map(() => '> ').join('')
    const depth = quotes.reduce((most, { indent }) => Math.max(most, indent.length), 0)
    const add = (text: string) =>
      written.push(prefix + (prefix === '' ? text : text.replace(new RegExp(`^ {0,${depth}}`), '')))
    const directive = line.isCode ? undefined : readOpening(line.text)
    const end = ends.get(at)
    if (line.isCode) add(line.text)
    else if (directive) {
      add('')
      if (end !== undefined && directive.isNote && quotes.length < deepest)
        quotes.push({ indent: directive.indent, end })
      const inside = quotes.map(() => '> ').join('')
      if (directive.title !== '') written.push(`${inside}**${directive.title}**`, inside)
    } else if (closing.test(line.text)) written.push(prefix.trimEnd())
    else for (const text of plainLines(line.text, marking)) add(text)
  })
  return written.join('\n')
}

/** The lines of closing marks, by those of their opening ones. */
function pairsOf(lines: readonly Part[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  lines.forEach(({ isCode, text }, at) => {
    if (isCode) return
    if (closing.test(text)) {
      const begin = open.pop()
      if (begin !== undefined) ends.set(begin, at)
    } else if (readOpening(text)) open.push(at)
  })
  return ends
}

function readOpening(line: string): { indent: string; isNote: boolean; title: string } | undefined {
  const [, indent, , name = '', rest = ''] = opening.exec(line) ?? []
  if (indent === undefined) return undefined
  const title = /\btitle="([^"]*)"/.exec(name + rest)?.[1] ?? rest.replace(/\{[^{}]*\}\s*$/, '').trim()
  return { indent, isNote: notes.test(name), title: title.replace(/^\[(.*)\]$/, '$1').replaceAll('*', '') }
}

/** A line outside of code without its marks. */
function plainLines(line: string, { removed }: Marking): string[] {
  const [, quote, , heading = ''] = alert.exec(line) ?? []
  if (quote !== undefined) return heading === '' ? [] : [`${quote} **${heading.replaceAll('*', '')}**`, quote]
  const [, indent, name = '', label = '', attributes = ''] = leaf.exec(line) ?? []
  if (indent === undefined) return [line]
  const id = /(?:#|\bid="?)([\w-]+)/.exec(attributes)?.[1]
  if (name === 'youtube' && id !== undefined) return [`https://www.youtube.com/watch?v=${id}`]
  removed.add(name)
  return [indent + label]
}

/** Notes by indentation as directives. */
function withoutIndented(lines: readonly Part[]): Part[] {
  const written: Part[] = []
  let open: string | undefined
  const close = () => {
    if (open !== undefined) written.push({ isCode: false, text: ':::' })
    open = undefined
  }
  for (const line of lines) {
    if (open !== undefined && line.text.trim() !== '' && !line.text.startsWith(`${open}    `)) close()
    const [, indent, rest = ''] = line.isCode ? [] : (indented.exec(line.text) ?? [])
    if (open === undefined && indent !== undefined) {
      open = indent
      const [kind = ''] = rest.split('"', 1)
      const title = /"([^"]*)"/.exec(rest)?.[1] ?? ''
      written.push({ isCode: false, text: `:::${kind.replaceAll(/[^\w-]+/g, '') || 'note'} ${title}` })
    } else written.push(open === undefined ? line : { ...line, text: line.text.slice(open.length + 4) })
  }
  close()
  return written
}

/** CommonMark reads Markdown within an element between blank lines. */
function withElements(lines: readonly Part[]): Part[] {
  const written: Part[] = []
  const open: string[] = []
  const add = (...texts: string[]) => written.push(...texts.map((text) => ({ isCode: false, text })))
  for (const { isCode, text } of lines) {
    const [, indent, name = '', attributes = '', rest = ''] = isCode ? [] : (element.exec(text) ?? [])
    const end = open.at(-1) === undefined || isCode ? -1 : text.lastIndexOf(`</${open.at(-1)}>`)
    if (indent !== undefined) {
      const tag = `<${name}${attributes.replace(/\smarkdown=["']?\w+["']?/, '')}>`
      const close = rest.lastIndexOf(`</${name}>`)
      if (close === -1) {
        open.push(name)
        add('', tag, '', ...(rest.trim() === '' ? [] : [rest]))
      } else add('', tag, '', rest.slice(0, close).trim(), '', rest.slice(close), '')
    } else if (end !== -1) {
      add(...(text.slice(0, end).trim() === '' ? [] : [text.slice(0, end).trim()]), '', text.slice(end).trim(), '')
      open.pop()
    } else
      written.push(
        open.length === 0 || isCode
          ? { isCode, text }
          : { isCode, text: text.replace(/^ {1,8}(?=\S)(?![-*+] |\d+[.)] )/, '') },
      )
  }
  return written
}
