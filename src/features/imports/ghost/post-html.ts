import { fromMarkdown } from '#text/markdown/from-markdown'
import { isRecord, parseJson } from '#text/parse-json'

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
    case 'paragraph':
      return paragraph(inside())
    case 'heading':
      return tagged(/^h[1-6]$/.test(text(node.tag)) ? text(node.tag) : 'h2', inside())
    case 'quote':
    case 'aside':
      return `<blockquote><p>${inside()}</p></blockquote>`
    case 'list':
      return listHtml(node, inside())
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

function listHtml({ listType, tag, start }: Card, inside: string): string {
  if (listType !== 'number' && tag !== 'ol') return tagged('ul', inside)
  return typeof start === 'number' && start !== 1 ? `<ol start="${start}">${inside}</ol>` : tagged('ol', inside)
}

/** Bits of `format`, from the inside out. */
const formats = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark']

function textHtml({ text: content, format }: Card): string {
  const bits = typeof format === 'number' ? format : 0
  return formats.reduce(
    (html, tag, bit) => (bits & (1 << bit) ? tagged(tag, html) : html),
    Bun.escapeHTML(text(content)),
  )
}

const inline = new Set(['a', 'b', 'code', 'em', 'i', 's', 'strong', 'sub', 'sup', 'u', 'mark'])
const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'])
type Parts = { markups: unknown[]; atoms: unknown[]; cards: unknown[]; rendering: Rendering }

/** Converts Ghost's format before version 5 (Mobiledoc) into HTML; undefined if it is invalid. */
export function mobiledocHtml(json: string, rendering: Rendering): string | undefined {
  const parsed = parseJson(json)
  if (!isRecord(parsed) || !Array.isArray(parsed.sections)) return undefined
  const parts = { markups: list(parsed.markups), atoms: list(parsed.atoms), cards: list(parsed.cards), rendering }
  return parsed.sections.map((section) => sectionHtml(list(section), parts)).join('')
}

/** The first number of a section is its type. */
function sectionHtml([kind, first, second]: unknown[], parts: Parts): string {
  if (kind === 1) {
    const tag = blocks.has(text(first)) ? text(first) : 'p'
    const inside = markersHtml(second, parts)
    if (tag === 'blockquote') return `<blockquote><p>${inside}</p></blockquote>`
    return inside === '' ? '' : tagged(tag, inside)
  }
  if (kind === 2) return `<figure><img src="${Bun.escapeHTML(text(first))}" alt=""></figure>`
  if (kind === 3) {
    const items = list(second).map((item) => tagged('li', markersHtml(item, parts)))
    return tagged(first === 'ol' ? 'ol' : 'ul', items.join(''))
  }
  const [name, card] = kind === 10 ? list(parts.cards[Number(first)]) : []
  return (name === undefined ? '' : cardHtml(text(name), isRecord(card) ? card : {}, parts.rendering)) ?? ''
}

/** Texts and atoms, each with the marks that begin before it and the number that end after it. */
function markersHtml(markers: unknown, { markups, atoms }: Parts): string {
  const open: string[] = []
  let html = ''
  for (const marker of list(markers)) {
    const [kind, opened, closed, value] = list(marker)
    for (const index of list(opened)) {
      const [tag, attributes] = list(markups[Number(index)])
      const name = inline.has(text(tag)) ? text(tag) : 'span'
      open.push(name)
      html += `<${name}${name === 'a' ? hrefOf(list(attributes)) : ''}>`
    }
    html += kind === 1 ? atomHtml(list(atoms[Number(value)])) : Bun.escapeHTML(text(value))
    for (let left = Math.min(Number(closed) || 0, open.length); left > 0; left--) html += `</${open.pop()}>`
  }
  return (
    html +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  )
}

const atomHtml = ([name, content]: unknown[]) => (name === 'soft-return' ? '<br>' : Bun.escapeHTML(text(content)))

function hrefOf(attributes: unknown[]): string {
  const at = attributes.indexOf('href')
  return at === -1 ? '' : ` href="${Bun.escapeHTML(text(attributes[at + 1]))}"`
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export type Card = Readonly<Record<string, unknown>>
/** `removed` collects the names of unsupported cards. */
export type Rendering = { removed: Set<string> }

/** The HTML of Ghost's cards, in either of its two formats; captions are HTML. */
const cards: Readonly<Record<string, (card: Card) => string>> = {
  image: (card) => figure(picture(card), card.caption),
  gallery: ({ images, caption }) =>
    rowsOf(images)
      .map((image) => figure(picture(image), image.caption))
      .join('') + paragraph(text(caption)),
  code: ({ code, language, caption }) => {
    const named = /^[\w+#-]+$/.test(text(language)) ? ` class="language-${text(language)}"` : ''
    const block = `<pre><code${named}>${Bun.escapeHTML(text(code))}</code></pre>`
    return text(caption) === '' ? block : figure(block, caption)
  },
  html: ({ html }) => text(html),
  markdown: ({ markdown }) => fromMarkdown(text(markdown)),
  hr: () => '<hr>',
  embed: ({ url, caption, metadata }) => figure(link(text(url), titleIn(metadata)), caption),
  bookmark: ({ url, caption, metadata }) => {
    const { description } = isRecord(metadata) ? metadata : {}
    const linked = paragraph(link(text(url), titleIn(metadata)))
    return linked + paragraph(Bun.escapeHTML(text(description))) + paragraph(text(caption))
  },
  callout: ({ calloutText, calloutEmoji }) => {
    const [emoji, words] = [Bun.escapeHTML(text(calloutEmoji)), text(calloutText)]
    // Its text is a paragraph in newer versions.
    const whole = /^\s*<p[\s>]/.test(words) ? words : tagged('p', words)
    return tagged('blockquote', emoji === '' ? whole : whole.replace(/<p\b[^>]*>/, `$&${emoji} `))
  },
  toggle: ({ heading, content }) => `<details><summary>${text(heading)}</summary>${text(content)}</details>`,
  button: ({ buttonText, buttonUrl }) => paragraph(link(text(buttonUrl), text(buttonText))),
  'call-to-action': ({ textValue, imageUrl, buttonText, buttonUrl }) =>
    pictureAt(imageUrl) + text(textValue) + button(buttonUrl, buttonText),
  header: ({ header, heading, subheader, subheading, buttonText, buttonUrl, backgroundImageSrc }) =>
    pictureAt(backgroundImageSrc) +
    tagged('h2', text(header) || text(heading)) +
    tagged('p', text(subheader) || text(subheading)) +
    button(buttonUrl, buttonText),
  video: ({ src, caption, fileName }) => figure(link(text(src), text(fileName)), caption),
  audio: ({ src, title }) => paragraph(link(text(src), text(title))),
  file: ({ src, fileTitle, fileName, fileCaption }) =>
    paragraph(link(text(src), text(fileTitle) || text(fileName))) + paragraph(Bun.escapeHTML(text(fileCaption))),
  product: ({ productTitle, productDescription, productImageSrc, productUrl, productButton }) =>
    pictureAt(productImageSrc) +
    tagged('h3', text(productTitle)) +
    text(productDescription) +
    button(productUrl, productButton),
}

/** Names in the older format that differ from the newer one. */
const otherNames: Readonly<Record<string, string>> = {
  'card-markdown': 'markdown',
  codeblock: 'code',
  horizontalrule: 'hr',
  'image-card': 'image',
}

/** undefined if there is no such card. */
function cardHtml(name: string, card: Card, { removed }: Rendering): string | undefined {
  const known = otherNames[name] ?? name
  if (!Object.hasOwn(cards, known)) return void removed.add(name)
  return cards[known]!(card)
}

const picture = ({ src, alt, href }: Card) => {
  const shown = `<img src="${Bun.escapeHTML(text(src))}" alt="${Bun.escapeHTML(text(alt))}">`
  return text(href) === '' ? shown : `<a href="${Bun.escapeHTML(text(href))}">${shown}</a>`
}

const pictureAt = (src: unknown) => (text(src) === '' ? '' : figure(picture({ src }), ''))
const button = (url: unknown, label: unknown) => (text(url) === '' ? '' : paragraph(link(text(url), text(label))))
const paragraph = (inside: string) => (inside === '' ? '' : tagged('p', inside))

const figure = (inside: string, caption: unknown) =>
  `<figure>${inside}${text(caption) === '' ? '' : `<figcaption>${text(caption)}</figcaption>`}</figure>`

const link = (address: string, label: string) =>
  `<a href="${Bun.escapeHTML(address)}">${Bun.escapeHTML(label || address)}</a>`

const titleIn = (metadata: unknown) => (isRecord(metadata) ? text(metadata.title) : '')

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')
export const rowsOf = (value: unknown): Card[] => (Array.isArray(value) ? value.filter(isRecord) : [])
