import { isSafeUrl } from '#text/schema'

/** The parts of MDX that texts refer to: imported files by their names, and front matter. */
type MdxNames = { files: ReadonlyMap<string, string>; facts: Readonly<Record<string, unknown>> }

const pictures = /(?:image|img|picture|photo|figure|foto)$/i
const singleLine = /^\s*<(p|div|section|aside|article|blockquote|header|footer|main|center)(?:\s[^<>]*)?>/
/** Characters of the longest tag or expression. */
const longest = 5000

const statement =
  /^(?:import\s+(?:type\s)?(?:[\w$]+\s*,?\s*)?(?:\{|\*\s*as\s|from\s|['"])|import\s*['"{*]|export\s+(?:default|const|let|var|function|async|class|type|interface)\s|export\s*[{*])/

/** The text without its imports and exports, which end at a blank line, and the names that they define. */
export function takeStatements(text: string): { text: string; files: Map<string, string> } {
  const files = new Map<string, string>()
  let isInside = false
  const lines = text.split('\n').filter((line) => {
    if (line.trim() === '') isInside = false
    else isInside ||= statement.test(line)
    const [, name, path] = (isInside && /^import\s+([\w$]+)\s+from\s+['"]([^'"]+)['"]/.exec(line)) || []
    if (name !== undefined && path !== undefined) files.set(name, path)
    return !isInside
  })
  return { text: lines.join('\n'), files }
}

/**
 * Replaces elements and expressions of JSX: pictures become Markdown, of components the content stays. `removed` collects
 * the names of those that make nothing here.
 */
export function replaceJsx(text: string, names: MdxNames, removed: Set<string>): string {
  const braces = bracesOf(text)
  let written = ''
  let at = 0
  for (const { index, 0: sign } of text.matchAll(/\\?[<{]/g)) {
    if (index < at || sign.length > 1) continue
    const found = sign === '<' ? readTag(text, index, braces) : readExpression(text, index, braces)
    if (!found) continue
    written += text.slice(at, index)
    at = found.end
    written += 'name' in found ? tagText(found, names, removed) : expressionText(found.inside, names, removed)
  }
  return apart(written + text.slice(at))
}

/** Tags of blocks that stand alone in a line are surrounded by blank lines, so that what is within is Markdown. */
function apart(text: string): string {
  if (!/<(?:p|div|section|aside|article|details|figure|blockquote|header|footer|main|center)\b/i.test(text)) return text
  let depth = 0
  return text
    .split('\n')
    .flatMap((line) => {
      const [, end, name] =
        /^\s*<(\/?)(div|section|aside|article|details|figure|blockquote|header|footer|main|center)\b[^<>]*>\s*$/i.exec(
          line,
        ) ?? []
      const whole = name === undefined ? blockIn(line) : undefined
      if (whole) return whole
      if (name === undefined) return [depth > 0 ? line.replace(/^ {1,16}(?=\S)(?![-*+] |\d+[.)] )/, '') : line]
      depth = Math.max(0, depth + (end === '/' ? -1 : 1))
      return ['', line.trim(), '']
    })
    .join('\n')
}

/** A whole block in one line, as lines of their own. */
function blockIn(line: string): string[] | undefined {
  const [open = '', name = ''] = singleLine.exec(line) ?? []
  const end = `</${name}>`
  const written = line.trimEnd()
  if (open === '' || !written.endsWith(end)) return undefined
  const inside = written.slice(open.length, -end.length)
  if (inside.trim() === '' || new RegExp(`</?${name}\\b`).test(inside)) return undefined
  // Markdown makes a paragraph of it again.
  return name === 'p' ? ['', inside.trim(), ''] : ['', open.trim(), '', inside.trim(), '', end, '']
}

type Tag = {
  name: string
  isEnd: boolean
  attributes: Map<string, string | { inside: string }>
  source: string
  end: number
}

/** The tag that begins at a place; undefined if there is none. */
function readTag(text: string, from: number, braces: Braces): Tag | undefined {
  const [start = '', slash = '', name = ''] = /^<(\/?)([a-z][\w.:-]*)?/i.exec(text.slice(from, from + 100)) ?? []
  const attributes: Tag['attributes'] = new Map()
  const last = Math.min(text.length, from + longest)
  let at = from + start.length
  let attribute = ''
  while (at < last) {
    const sign = text[at]!
    if (sign === '>') {
      const end = at + 1
      return { name, isEnd: slash !== '', attributes, source: text.slice(from, end), end }
    }
    if (sign === '<' || (name === '' && sign !== '>')) return undefined
    if (sign === '"' || sign === "'") {
      const length = text.slice(at + 1, last).indexOf(sign)
      if (length === -1) return undefined
      attributes.set(attribute, text.slice(at + 1, at + 1 + length))
      at += length + 2
    } else if (sign === '{') {
      const expression = readExpression(text, at, braces)
      if (!expression) return undefined
      attributes.set(attribute, { inside: expression.inside })
      at = expression.end
    } else {
      const [word] = /^[\w:-]+/.exec(text.slice(at, at + 100)) ?? []
      if (word !== undefined) attribute = word
      at += word?.length ?? 1
    }
  }
  return undefined
}

/** The places of closing braces, by those of their opening ones. */
type Braces = ReadonlyMap<number, number>

function bracesOf(text: string): Braces {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (const { index, 0: sign } of text.matchAll(/[{}]/g)) {
    if (sign === '{') open.push(index)
    else {
      const begin = open.pop()
      if (begin !== undefined) ends.set(begin, index)
    }
  }
  return ends
}

/** The expression in braces that begins at a place; undefined if there is none. */
function readExpression(text: string, from: number, braces: Braces): { inside: string; end: number } | undefined {
  const close = braces.get(from)
  if (close === undefined || close - from > longest) return undefined
  return { inside: text.slice(from + 1, close).trim(), end: close + 1 }
}

function tagText({ name, isEnd, attributes, source }: Tag, names: MdxNames, removed: Set<string>): string {
  if (name === '') return ''
  const isComponent = /^[A-Z]|\./.test(name)
  const valueOf = (...called: string[]) =>
    called.map((one) => valueIn(attributes.get(one), names)).find((value) => value !== undefined)
  const src = pictures.test(name) ? valueOf('src', 'image', 'url') : undefined
  if (!isEnd && src !== undefined && isPicture(src) && (isComponent || source.includes('{'))) {
    const [alt = '', title = ''] = [valueOf('alt'), valueOf('caption', 'title')]
    const shown = title === '' ? '' : ` "${title.replaceAll('"', '\\"')}"`
    return `![${alt.replaceAll(/[[\]\n]/g, ' ')}](<${src.replaceAll(/[<>\n]/g, '')}>${shown})`
  }
  const video = /^youtube/i.test(name) ? valueOf('id', 'videoId', 'videoid', 'youTubeId', 'youtubeId') : undefined
  if (!isEnd && video !== undefined) return `\n\nhttps://www.youtube.com/watch?v=${video}\n\n`
  if (isComponent) {
    removed.add(name)
    return ''
  }
  if (!source.includes('{')) return source.replace(/\sclassName=/, ' class=')
  const kept = [...attributes.keys()].flatMap((key) => {
    const value = valueOf(key)
    return value === undefined || key === ''
      ? []
      : [` ${key === 'className' ? 'class' : key}="${Bun.escapeHTML(value)}"`]
  })
  if (name === 'img' && valueOf('src') === undefined) removed.add(name)
  return `<${name}${kept.join('')}${source.endsWith('/>') ? ' /' : ''}>`
}

const isPicture = (address: string): boolean => isSafeUrl(address) || !/^[a-z][\w+.-]*:/i.test(address)

/** The text of an attribute; undefined if it is computed. */
function valueIn(value: string | { inside: string } | undefined, names: MdxNames): string | undefined {
  if (typeof value !== 'object') return value
  const { inside } = value
  const quoted = /^(?:require\(|import\()?\s*(["'`])((?:(?!\1|\$\{).)*)\1\s*\)?(?:\.\w+)?$/s.exec(inside)?.[2]
  return quoted ?? names.files.get(inside.replace(/\.src$/, '')) ?? factIn(inside, names)
}

const factIn = (inside: string, { facts }: MdxNames): string | undefined => {
  const name = /^(?:props\.)?(?:frontmatter|frontMatter|meta|metadata)\.(\w+)$/.exec(inside)?.[1]
  const value = name === undefined ? undefined : facts[name]
  return typeof value === 'string' ? value : undefined
}

function expressionText(inside: string, names: MdxNames, removed: Set<string>): string {
  if (inside === '' || inside.startsWith('/*')) return ''
  const value = valueIn({ inside }, names)
  if (value === undefined) removed.add(inside.slice(0, 40))
  return value ?? ''
}
