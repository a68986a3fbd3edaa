import type { Attachment } from './export'

type Pictures = {
  byId(id: string): Attachment | undefined
  /** The attachments of the record itself. */
  own: readonly Attachment[]
}

/** `removed` are the names of unsupported shortcodes. */
type WithoutShortcodes = { html: string; removed: string[] }

const kept = /<(pre|code|script|style)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi
const shortcode = /(\[?)\[(\/?)([a-z][\w-]{1,60})(?![\w-])([^[\]<>]*(?:"[^"]*"[^[\]<>]*)*)\](\]?)/gi
/** Ends at the next one, so that many unclosed ones do not search for their ends in the whole text. */
const captions = /\[(caption|wp_caption)\b([^[\]]*)\]((?:(?!\[(?:wp_)?caption\b)[\s\S])*?)\[\/\1\]/g
/** Shortcodes without attributes, which cannot be told from words in brackets otherwise. */
const bare = new Set(
  'accordion audio button cart checkout column columns contact embed form gallery login map newsletter playlist portfolio products quote row search sitemap slider tab tabs toc video'.split(
    ' ',
  ),
)

/** Converts captions and galleries into figures; of others the content stays. Code is unchanged. */
export function replaceShortcodes(text: string, pictures: Pictures): WithoutShortcodes {
  const removed = new Set<string>()
  let html = ''
  let at = 0
  const whole = [...text.matchAll(kept)]
  for (const { index, 0: element } of whole) {
    html += replaceIn(text.slice(at, index), pictures, removed) + element
    at = index + element.length
  }
  html += replaceIn(text.slice(at), pictures, removed)
  return { html, removed: [...removed] }
}

function replaceIn(text: string, pictures: Pictures, removed: Set<string>): string {
  const figures = text
    .replace(captions, (_, __, attributes: string, inside: string) => captioned(attributes, inside))
    .replace(/(?<!\[)\[gallery\b([^[\]]*)\]/g, (_, attributes: string) => gallery(attributes, pictures))
    .replace(/\[embed\b[^\]]*\]\s*(https?:\/\/[^\s<>"[\]]+)\s*\[\/embed\]/g, '\n\n$1\n\n')
  const closed = new Set([...figures.matchAll(/\[\/([a-z][\w-]*)\]/gi)].map(([, name]) => name!.toLowerCase()))
  const parts = figures.split(/(<[^<>]*>)/)
  return parts
    .map((part, index) =>
      index % 2 === 1 ? part : withoutOthers(part, { closed, removed, isAlone: isAlone(parts, index) }),
    )
    .join('')
}

type Others = { closed: ReadonlySet<string>; removed: Set<string>; isAlone: boolean }

const withoutOthers = (text: string, { closed, removed, isAlone }: Others): string =>
  text.replace(
    shortcode,
    (whole: string, before: string, end: string, name: string, rest: string, after: string, index: number) => {
      // In double brackets it is shown literally.
      if (before === '[' && after === ']') return whole.slice(1, -1)
      const isOne =
        end === '/' ||
        /[_-]|\d$/.test(name) ||
        /[=/]/.test(rest) ||
        closed.has(name.toLowerCase()) ||
        (rest.trim() === '' && (bare.has(name.toLowerCase()) || isAlone || isLine(text, index, whole)))
      if (!isOne) return whole
      removed.add(name)
      return `${before}${after}`
    },
  )

function isLine(text: string, index: number, whole: string): boolean {
  const before = text.slice(Math.max(0, index - 1), index)
  const after = text.slice(index + whole.length, index + whole.length + 1)
  return before === '\n' && (after === '\n' || after === '\r' || after === '')
}

/** Whether it is the only content of a block. */
const isAlone = (parts: readonly string[], index: number): boolean =>
  /^\s*\[[^[\]]*\]\s*$/.test(parts[index] ?? '') &&
  /^$|^<(?:p|div|li|td)\b/i.test(parts[index - 1] ?? '') &&
  /^$|^<\/(?:p|div|li|td)\b/i.test(parts[index + 1] ?? '')

function captioned(attributes: string, inside: string): string {
  const named = attributesOf(attributes).get('caption')
  const [picture = ''] = /(?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?/i.exec(inside) ?? []
  if (picture === '') return inside
  const caption = named === undefined ? inside.replace(picture, '').trim() : Bun.escapeHTML(named)
  return figure(picture, caption)
}

function gallery(attributes: string, pictures: Pictures): string {
  const named = attributesOf(attributes)
  const ids = named.get('ids') ?? named.get('include')
  const shown = ids === undefined ? pictures.own : ids.split(/[\s,]+/).flatMap((id) => pictures.byId(id) ?? [])
  return shown
    .map(({ address, alt, caption }) =>
      figure(`<img src="${Bun.escapeHTML(address)}" alt="${Bun.escapeHTML(alt)}">`, caption),
    )
    .join('')
}

const figure = (picture: string, caption: string) =>
  `\n\n<figure>${picture}${caption === '' ? '' : `<figcaption>${caption.replaceAll('\n', ' ')}</figcaption>`}</figure>\n\n`

const attributesOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))/g)].map(([, name, ...values]) => [
      name!,
      values.find((value) => value !== undefined) ?? '',
    ]),
  )
