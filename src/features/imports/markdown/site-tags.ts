import { outsideCode } from '#text/markdown/code'

const raw = { open: /\{%-?\s*raw\s*-?%\}/g, close: /\{%-?\s*endraw\s*-?%\}/g }
const highlighted = {
  open: /\{(?:%-?|\{<)\s*highlight\s+"?([\w+#-]+)"?[^\n%>]*(?:-?%|>\})\}\n?/g,
  close: /\n?\{(?:%-?\s*endhighlight\s*-?%|\{<\s*\/\s*highlight\s*>\})\}/g,
}

/** `removed` are the names of unsupported tags. */
type WithoutTags = { text: string; removed: string[] }

/**
 * Replaces extensions of Markdown by Hugo (`{{< figure … >}}`), Jekyll (`{% include … %}`, `{: .class}`) and MDX
 * (`import …`): figures, code and links become Markdown, of others the content stays.
 */
export function replaceTags(markdown: string, isMdx: boolean): WithoutTags {
  const removed = new Set<string>()
  const plain = replacePairs(markdown, raw, (inside) => inside)
  const fenced = replacePairs(plain, highlighted, (inside, language) => `\n\`\`\`${language}\n${inside}\n\`\`\`\n`)
  return { text: outsideCode(fenced, (words) => replaceIn(words, removed, isMdx)), removed: [...removed] }
}

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

function replaceIn(text: string, removed: Set<string>, isMdx: boolean): string {
  const plain = isMdx ? withoutImports(text, removed) : text
  return plain
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
      return ''
    })
    .replace(/\{\{\s*([\w.]+)[^{}\n]*\}\}/g, (_, name: string) => {
      removed.add(name)
      return ''
    })
    .replace(/^[ \t]*\{:\s*[^{}\n]*\}[ \t]*$|(?<=\S)\{:\s*[^{}\n]*\}/gm, '')
    .replaceAll(/<!--\s*(?:more|truncate)\s*-->/gi, '')
}

/** Without `rest` it is a closing tag. */
function hugoTag(name: string, rest: string | undefined, removed: Set<string>): string {
  if (rest === undefined) return ''
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
  return ''
}

function withoutImports(text: string, removed: Set<string>): string {
  return text
    .replace(
      /^(?:import\s[^\n]*from\s+['"][^\n]*|import\s+['"][^\n]*|export\s+(?:const|default|function)\s[^\n]*)$/gm,
      '',
    )
    .replace(
      /<\/?([A-Z][\w.]*)\b(?:"[^"\n]{0,1000}"|'[^'\n]{0,1000}'|\{[^{}\n]{0,1000}\}|[^<>"'{}]){0,2000}>/g,
      (_, name: string) => {
        removed.add(name)
        return ''
      },
    )
    .replaceAll(/\{\/\*[\s\S]{0,5000}?\*\/\}/g, '')
}
