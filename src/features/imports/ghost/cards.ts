import { fromMarkdown } from '#text/markdown/from-markdown'
import { isRecord } from '#text/parse-json'

export type Card = Readonly<Record<string, unknown>>
/** `removed` collects the names of unsupported cards. */
export type Rendering = { removed: Set<string> }

/** The HTML of Ghost's cards, in either of its two formats; captions are HTML. */
const cards: Readonly<Record<string, (card: Card) => string>> = {
  image: (card) => figure(picture(card), card.caption),
  gallery: ({ images, caption }) => {
    const pictures = rowsOf(images).map((image) => figure(picture(image), image.caption))
    return pictures.join('') + (text(caption) === '' ? '' : `<p>${text(caption)}</p>`)
  },
  code: ({ code, language, caption }) => {
    const named = /^[\w+#-]+$/.test(text(language)) ? ` class="language-${text(language)}"` : ''
    const block = `<pre><code${named}>${Bun.escapeHTML(text(code))}</code></pre>`
    return text(caption) === '' ? block : `<figure>${block}<figcaption>${text(caption)}</figcaption></figure>`
  },
  html: ({ html }) => text(html),
  markdown: ({ markdown }) => fromMarkdown(text(markdown)),
  hr: () => '<hr>',
  embed: ({ url, caption, metadata }) => figure(link(text(url), titleIn(metadata)), caption),
  bookmark: ({ url, caption, metadata }) => {
    const { description } = isRecord(metadata) ? metadata : {}
    const summary = text(description) === '' ? '' : `<p>${Bun.escapeHTML(text(description))}</p>`
    return `<p>${link(text(url), titleIn(metadata))}</p>${summary}${text(caption) === '' ? '' : `<p>${text(caption)}</p>`}`
  },
  callout: ({ calloutText, calloutEmoji }) =>
    `<blockquote><p>${[Bun.escapeHTML(text(calloutEmoji)), text(calloutText)].filter(Boolean).join(' ')}</p></blockquote>`,
  toggle: ({ heading, content }) => `<details><summary>${text(heading)}</summary>${text(content)}</details>`,
  button: ({ buttonText, buttonUrl }) => `<p>${link(text(buttonUrl), text(buttonText))}</p>`,
  'call-to-action': ({ textValue, imageUrl, buttonText, buttonUrl }) =>
    [
      text(imageUrl) === '' ? '' : figure(picture({ src: imageUrl }), ''),
      text(textValue),
      text(buttonUrl) === '' ? '' : `<p>${link(text(buttonUrl), text(buttonText))}</p>`,
    ].join(''),
  header: ({ header, heading, subheader, subheading, buttonText, buttonUrl }) =>
    [
      `<h2>${text(header) || text(heading)}</h2>`,
      `<p>${text(subheader) || text(subheading)}</p>`,
      text(buttonUrl) === '' ? '' : `<p>${link(text(buttonUrl), text(buttonText))}</p>`,
    ].join(''),
  video: ({ src, caption, fileName }) => figure(link(text(src), text(fileName)), caption),
  audio: ({ src, title }) => `<p>${link(text(src), text(title))}</p>`,
  file: ({ src, fileTitle, fileName, fileCaption }) =>
    `<p>${link(text(src), text(fileTitle) || text(fileName))}</p>${text(fileCaption) === '' ? '' : `<p>${Bun.escapeHTML(text(fileCaption))}</p>`}`,
  product: ({ productTitle, productDescription, productImageSrc, productUrl, productButton }) =>
    [
      text(productImageSrc) === '' ? '' : figure(picture({ src: productImageSrc }), ''),
      `<h3>${text(productTitle)}</h3>${text(productDescription)}`,
      text(productUrl) === '' ? '' : `<p>${link(text(productUrl), text(productButton))}</p>`,
    ].join(''),
}

/** Names in the older format that differ from the newer one. */
const otherNames: Readonly<Record<string, string>> = {
  'card-markdown': 'markdown',
  codeblock: 'code',
  horizontalrule: 'hr',
  'image-card': 'image',
}

/** undefined if there is no such card. */
export function cardHtml(name: string, card: Card, { removed }: Rendering): string | undefined {
  const known = otherNames[name] ?? name
  if (!Object.hasOwn(cards, known)) return void removed.add(name)
  return cards[known]!(card)
}

const picture = ({ src, alt, href }: Card) => {
  const shown = `<img src="${Bun.escapeHTML(text(src))}" alt="${Bun.escapeHTML(text(alt))}">`
  return text(href) === '' ? shown : `<a href="${Bun.escapeHTML(text(href))}">${shown}</a>`
}

const figure = (inside: string, caption: unknown) =>
  `<figure>${inside}${text(caption) === '' ? '' : `<figcaption>${text(caption)}</figcaption>`}</figure>`

const link = (address: string, label: string) =>
  `<a href="${Bun.escapeHTML(address)}">${Bun.escapeHTML(label || address)}</a>`

const titleIn = (metadata: unknown) => (isRecord(metadata) ? text(metadata.title) : '')

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')
export const rowsOf = (value: unknown): Card[] => (Array.isArray(value) ? value.filter(isRecord) : [])
