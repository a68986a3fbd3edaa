import { outsideCode } from '#text/markdown/code'
import { replaceBlockMarks } from './block-marks'
import { replaceJsx, takeStatements } from './mdx'

const heading = /^#{1,6}[ \t]/
const underline = /^(?:=+|-+)[ \t]*$/
const attributes = /^[ \t]*[.#][\w-][^{}]*$/
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
    .map((line, at) => (heading.test(line) || underline.test(lines[at + 1] ?? '') ? titleOf(line) : line))
    .join('\n')
    .replace(/(?<=[)\]*_])\{[ \t]*(?:[.#][\w-]|[\w-]{1,40}=)[^{}\n]{0,500}\}/g, '')
}

function titleOf(line: string): string {
  const written = line.trimEnd()
  const at = written.endsWith('}') ? written.lastIndexOf('{') : -1
  return at > 0 && attributes.test(written.slice(at + 1, -1)) ? written.slice(0, at).trimEnd() : line
}

const raw = { open: /\{%-?\s*raw\s*-?%\}/g, close: /\{%-?\s*endraw\s*-?%\}/g }
const comment = { open: /\{::comment\}/g, close: /\{:\/(?:comment)?\}/g }
const highlighted = {
  open: /\{(?:%-?|\{<)\s*highlight\s+"?([\w+#-]+)"?[^\n%>]*(?:-?%|>\})\}\n?/g,
  close: /\n?\{(?:%-?\s*endhighlight\s*-?%|\{<\s*\/\s*highlight\s*>\})\}/g,
}

/** `removed` are the names of unsupported tags. */
type WithoutTags = { text: string; removed: string[] }

/** `facts` are those of the text, `site` those of its site. */
type Context = {
  isMdx: boolean
  facts: Readonly<Record<string, unknown>>
  site: Readonly<Record<string, unknown>>
}

/**
 * Replaces extensions of Markdown by Hugo (`{{< figure … >}}`), Jekyll (`{% include … %}`, `{: .class}`), MDX
 * (`import …`) and others (`:::note`): figures, code and links become Markdown, of others the content stays.
 */
export function replaceTags(markdown: string, context: Context): WithoutTags {
  const removed = new Set<string>()
  const { text, files } = context.isMdx
    ? takeStatements(markdown)
    : { text: markdown, files: new Map<string, string>() }
  const plain = replacePairs(
    replacePairs(text, raw, (inside) => inside),
    comment,
    () => '',
  )
  const fenced = replacePairs(plain, highlighted, (inside, language) => `\n\`\`\`${language}\n${inside}\n\`\`\`\n`)
  const names = { files, facts: context.facts }
  const replaced = outsideCode(fenced, (words) => {
    const outside = replaceIn(withoutAttributes(words), removed, context)
    return tidied(context.isMdx ? replaceJsx(outside, names, removed) : outside)
  })
  return { text: replaceBlockMarks(replaced, { removed }), removed: [...removed] }
}

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
    .replace(/\{\{[<%]\s*(?:rel)?ref\s+"?([^"\s>%]+)"?[^{}]*?[>%]\}\}/g, '$1')
    .replace(/\{%-?\s*(?:link|post_url)\s+([^\s%]+)\s*-?%\}/g, '$1')
    .replace(/\{\{\s*site\.(?:baseurl|url)\s*\}\}/g, '')
    .replace(/\{\{\s*(?:"([^"]*)"|'([^']*)')\s*\|\s*(?:relative_url|absolute_url|relURL|absURL)\s*\}\}/g, '$1$2')
    .replace(
      /\{\{[<%]\s*(\/?)\s*([\w./-]+)\s*((?:"[^"\n]{0,1000}"|`[^`\n]{0,1000}`|[^"`{}]){0,4000}?)\/?\s*[>%]\}\}/g,
      (_, end: string, name: string, rest: string) => hugoTag(name, end === '' ? rest : undefined, removed),
    )
    .replace(/\{%-?\s*(\w+)[\s\S]{0,2000}?%\}/g, (_, name: string) => {
      if (!/^(?:end|else|comment)/.test(name)) removed.add(name)
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
