import { joinHalves } from '#text/html/parse'
import { outsideCode, outsideFences } from '#text/markdown/from-markdown'
import { replaceJsx, takeStatements } from './mdx'
import { type IsFile, replaceObsidian } from './obsidian'

const headingMark = /^#{1,6}[ \t]/
const underline = /^(?:=+|-+)[ \t]*$/
const attributePattern = /^[ \t]*[.#][\w-][^{}]*$/
const contents = /^[ \t]*\[(?:toc|\[_?toc_?\])\][ \t]*$/i

/**
 * The text without the attributes of headings (`## Title {#id .class}`), links and pictures (`![a](b.png){width=50%}`),
 * and without the place of a table of contents, which this site makes itself.
 */
function withoutAttributes(text: string): string {
  if (!/[[{]/.test(text)) return text
  const lines = text.split('\n')
  return lines
    .filter((line) => !contents.test(line))
    .map((line, at) => (headingMark.test(line) || underline.test(lines[at + 1] ?? '') ? titleOf(line) : line))
    .join('\n')
    .replace(/(?<=[)\]*_])\{[ \t]*(?:[.#][\w-]|[\w-]{1,40}=)[^{}\n]{0,500}\}/g, '')
}

function titleOf(line: string): string {
  const written = line.trimEnd()
  const at = written.endsWith('}') ? written.lastIndexOf('{') : -1
  return at > 0 && attributePattern.test(written.slice(at + 1, -1)) ? written.slice(0, at).trimEnd() : line
}

const raw = { open: /\{%-?\s*raw\s*-?%\}/g, close: /\{%-?\s*endraw\s*-?%\}/g }
const comment = { open: /\{::comment\}/g, close: /\{:\/(?:comment)?\}/g }
const highlighted = {
  open: /\{(?:%-?|\{<)\s*highlight\s+"?([\w+#-]+)"?[^\n%>]*(?:-?%|>\})\}\n?/g,
  close: /\n?\{(?:%-?\s*endhighlight\s*-?%|\{<\s*\/\s*highlight\s*>\})\}/g,
}

/** A shortcode that is to be shown as it is. */
const escaped = /\{\{([<%])\/\*([^{}\n]{0,1000}?)\*\/(?=[>%]\}\})/g
const inlineNote = /(?<=[^\s[\\])\^\[((?:[^[\]\n]|\[[^[\]\n]*\]){1,2000})\]/g

/** `removed` are the names of unsupported tags. */
type WithoutTags = { text: string; removed: string[] }

/** `facts` are those of the text, `site` those of its site. */
type Context = {
  isMdx: boolean
  facts: Readonly<Record<string, unknown>>
  site: Readonly<Record<string, unknown>>
  isFile?: IsFile
}

/**
 * Replaces extensions of Markdown by Hugo (`{{< figure … >}}`), Jekyll (`{% include … %}`, `{: .class}`), MDX
 * (`import …`), Obsidian (`[[Note]]`) and others (`:::note`): figures, code and links become Markdown, of others the content stays.
 */
export function replaceTags(markdown: string, context: Context): WithoutTags {
  const removed = new Set<string>()
  const { text, files } = context.isMdx
    ? takeStatements(markdown)
    : { text: markdown, files: new Map<string, string>() }
  const uncommented = replacePairs(
    replacePairs(text, raw, (inside) => inside),
    comment,
    () => '',
  )
  const fenced = replacePairs(
    uncommented,
    highlighted,
    (inside, language) => `\n\`\`\`${language}\n${inside}\n\`\`\`\n`,
  )
  const names = { files, facts: context.facts }
  const notes: string[] = []
  const replaced = outsideCode(fenced, (words) => {
    const plain = withoutAttributes(joinHalves(words)).replace(inlineNote, (_, note: string) => noteMark(notes, note))
    const outside = replaceIn(
      context.isMdx ? plain : replaceObsidian(plain, context.isFile ?? (() => false)),
      removed,
      context,
    )
    return tidied(context.isMdx ? replaceJsx(outside, names, removed) : outside)
  })
  const definitions = notes.map((note, at) => `\n\n[^inline-${at + 1}]: ${note}`).join('')
  return { text: replaceBlockMarks(replaced, { removed }) + definitions, removed: [...removed] }
}

/** Makes a footnote of one within its sentence: `^[words]`. */
const noteMark = (notes: string[], note: string) => `[^inline-${notes.push(note)}]`

/** Stands for a removed tag. */
const gone = '\uE000'

/** Emphasis with nothing in it, or a space at its end, would show its marks. */
const tidied = (text: string): string =>
  text.includes(gone)
    ? text
        .replace(/(\*{1,3}|_{1,3}|~~)[ \t]{0,20}\uE000[ \t\uE000]{0,40}\1/g, '')
        .replace(/[ \t]{0,20}\uE000(?=(?:\*{1,3}|_{1,3}|~~)(?:[\s.,;:!?)\]]|$))/g, '')
        .replace(/(?<=(?:^|[\s(])(?:\*{1,3}|_{1,3}|~~))\uE000[ \t]{0,20}/g, '')
        .replace(/\[\uE000\]\([^()\s]{0,2000}\)/g, '')
        .replaceAll(gone, '')
    : text

type Pair = { open: RegExp; close: RegExp }

/** Linear in the text's length, however many pairs are unclosed. */
function replacePairs(text: string, { open, close }: Pair, to: (inside: string, name: string) => string): string {
  let replaced = ''
  let at = 0
  for (const found of text.matchAll(open)) {
    if (found.index < at) continue
    const from = found.index + found[0].length
    close.lastIndex = from
    const end = close.exec(text)
    if (!end) break
    replaced += text.slice(at, found.index) + to(text.slice(from, end.index), found[1] ?? '')
    at = end.index + end[0].length
  }
  return replaced + text.slice(at)
}

function replaceIn(text: string, removed: Set<string>, { facts, site }: Context): string {
  const named = (name: string): string | undefined => {
    const [, of, key = ''] = /^(site|page)\.(\w+)$/.exec(name) ?? []
    const value = of === undefined ? undefined : (of === 'site' ? site : facts)[key]
    return typeof value === 'string' && key !== 'content' ? value : undefined
  }
  return text
    .replace(escaped, (_, sign: string, inside: string) => `&#123;&#123;${sign === '<' ? '&lt;' : sign}${inside}`)
    .replace(/^[ \t]*(?:[*+-]|\d+\.)[ \t][^\n]*\n[ \t]*\{:[ \t]*toc\b[^{}\n]*\}[ \t]*$/gm, '')
    .replace(/\{\{[<%]\s*(?:rel)?ref\s+"?([^"\s>%]+)"?[^{}]*?[>%]\}\}/g, '$1')
    .replace(/\{%-?\s*(?:link|post_url)\s+([^\s%]+)\s*-?%\}/g, '$1')
    .replace(/\{\{\s*site\.(?:baseurl|url)\s*\}\}/g, '')
    .replace(/\{\{-?\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*(?:\|[^{}\n]{0,200})?\}\}/g, '$1$2')
    .replace(
      /\{\{[<%]\s*(\/?)\s*([\w./-]+)\s*((?:"[^"\n]{0,1000}"|`[^`\n]{0,1000}`|[^"`{}]){0,4000}?)\/?\s*[>%]\}\}/g,
      (_, end: string, name: string, rest: string) => hugoTag(name, end === '' ? rest : undefined, removed),
    )
    .replace(/\{%-?\s*([/.#]?\w+)[\s\S]{0,2000}?%\}/g, (_, name: string) => {
      if (!/^(?:end|else|comment|[/.#])/.test(name)) removed.add(name)
      return gone
    })
    .replace(/\{\{-?\s*([\w.]+)[^{}\n]{0,1000}\}\}/g, (_, name: string) => {
      const value = named(name)
      if (value === undefined) removed.add(name)
      return value ?? gone
    })
    .replace(/\{(?:::|:\/)[^{}\n]{0,200}\}/g, '')
    .replace(/(?<![\w:]):[a-z][\w-]{0,40}\[([^[\]\n]{0,500})\](?:\{[^{}\n]{0,500}\})?(?!\()/gi, '$1')
    .replace(/^[ \t]*\{:\s*[^{}\n]*\}[ \t]*$|(?<=\S)\{:\s*[^{}\n]*\}/gm, '')
    .replaceAll(/<!--\s*(?:more|truncate)\s*-->/gi, '')
}

/** Without `rest` it is a closing tag. */
function hugoTag(name: string, rest: string | undefined, removed: Set<string>): string {
  if (rest === undefined) return gone
  const named = new Map(
    [...rest.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|`([^`]*)`|([^\s"`]+))/g)].map(([, key, ...values]) => [
      key!,
      values.find((value) => value !== undefined) ?? '',
    ]),
  )
  const first = /^\s*"?([^"\s=]+)"?\s*(?:$|\s|")/.exec(rest)?.[1] ?? ''
  if (name === 'figure' || name === 'img') {
    const src = named.get('src') ?? first
    const caption = named.get('caption') || named.get('title') || ''
    const title = caption === '' ? '' : ` "${caption.replaceAll('"', '\\"')}"`
    if (src !== '') return `\n\n![${(named.get('alt') ?? '').replaceAll(/[[\]]/g, '')}](<${src}>${title})\n\n`
  }
  const video = named.get('id') ?? first
  if (name === 'youtube' && video !== '') return `\n\nhttps://www.youtube.com/watch?v=${video}\n\n`
  if (name === 'vimeo' && video !== '') return `\n\nhttps://vimeo.com/${video}\n\n`
  removed.add(name)
  return gone
}

/** Notes, which become quotes; of other containers the content stays as it is. */
const noteNames =
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
function replaceBlockMarks(markdown: string, marking: Marking): string {
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
  return { indent, isNote: noteNames.test(name), title: title.replace(/^\[(.*)\]$/, '$1').replaceAll('*', '') }
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
