import { isRecord, parseJson } from '#text/parse-json'
import { type Card, cardHtml, type Rendering, rowsOf, text } from './cards'

const deepest = 50

/** Converts Ghost's editor format since version 5 (Lexical) into HTML; undefined if it is invalid. */
export function lexicalHtml(json: string, rendering: Rendering): string | undefined {
  const parsed = parseJson(json)
  const root = isRecord(parsed) ? parsed.root : undefined
  return isRecord(root) ? childrenHtml(root, rendering, 0) : undefined
}

const childrenHtml = (node: Card, rendering: Rendering, depth: number): string =>
  depth > deepest
    ? ''
    : rowsOf(node.children)
        .map((child) => nodeHtml(child, rendering, depth + 1))
        .join('')

function nodeHtml(node: Card, rendering: Rendering, depth: number): string {
  const inside = () => childrenHtml(node, rendering, depth)
  const type = text(node.type).replace(/^extended-/, '')
  switch (type) {
    case 'text':
      return textHtml(node)
    case 'linebreak':
      return '<br>'
    case 'tab':
      return ' '
    case 'paragraph': {
      const html = inside()
      return html === '' ? '' : `<p>${html}</p>`
    }
    case 'heading':
      return tagged(/^h[1-6]$/.test(text(node.tag)) ? text(node.tag) : 'h2', inside())
    case 'quote':
    case 'aside':
      return `<blockquote><p>${inside()}</p></blockquote>`
    case 'list':
      return tagged(node.listType === 'number' || node.tag === 'ol' ? 'ol' : 'ul', inside())
    case 'listitem':
      return tagged('li', inside())
    case 'link':
    case 'autolink':
      return `<a href="${Bun.escapeHTML(text(node.url))}">${inside()}</a>`
    // The end of the public part: the rest is imported too.
    case 'paywall':
      return ''
    default:
      return cardHtml(type, node, rendering) ?? inside()
  }
}

const tagged = (tag: string, inside: string) => `<${tag}>${inside}</${tag}>`

/** Bits of `format`, from the inside out. */
const formats = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark']

function textHtml({ text: content, format }: Card): string {
  const bits = typeof format === 'number' ? format : 0
  return formats.reduce(
    (html, tag, bit) => (bits & (1 << bit) ? tagged(tag, html) : html),
    Bun.escapeHTML(text(content)),
  )
}
