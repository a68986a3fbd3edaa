import { isBlock, parseHtml } from '#editing/rich-text/canonical-html'
import { disarm } from '#editing/rich-text/disarm'
import { cleanLinks } from './links'
import { joinLists } from './lists'
import { convertInlineStyles, styleOf } from './inline-styles'
import { videoOf } from '#editing/rich-text/media/video'

/** Goes with all it holds. */
const dropped =
  'kept-style, kept-base, script, meta, link, title, head, noscript, template, iframe, object, embed, form button, input, button, select, textarea, svg, canvas, audio, video, map, xml, [hidden], [aria-hidden=true]'
/** Of the dropped, what a reader would miss. */
const missed = 'iframe, object, embed, audio, video'
/** Changes that a word processor tracks, and remarks about the text. */
const remarks =
  'del.msoDel, del[cite], .MsoCommentReference, [data-kept-style*="mso-element:comment"], a[href^="#_msocom"]'
const attributes: Record<string, string[]> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
}
const structure = new Set(
  'a b strong i em u s strike code sub sup kbd mark small del ins br hr img p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre figure figcaption table caption thead tbody tfoot tr th td dl dt dd div'.split(
    ' ',
  ),
)
/** Elements within each other: real texts stay far below. */
const deepest = 60

export type Pasted = {
  html: string
  /** Names of elements that were left out although a reader would miss them. */
  missed: string[]
  /** Pictures that were left out, as they are told: `2 (A lathe)`. */
  pictures: string[]
}

/**
 * Markup from another program with its structure and without its looks: headings, lists, tables, links, bold and
 * italic text stay, in whatever way that program writes them.
 */
export function cleanPaste(html: string): Pasted {
  // What was copied in an editor of this site is in the form that it reads.
  if (/<[^>]+ data-pm-slice=/.test(html)) return { html: disarm(html), missed: [], pictures: [] }
  const body = parseHtml(html)
  linkVideos(body)
  const left = Array.from(body.querySelectorAll(missed)).filter((element) => !element.parentElement?.closest(missed))
  const names = left.map((element) => element.localName)
  for (const element of body.querySelectorAll(`${dropped}, ${remarks}`)) element.remove()
  for (const change of body.querySelectorAll('ins.msoIns, ins[cite]')) change.replaceWith(...change.childNodes)
  dropComments(body)
  convertInlineStyles(body)
  joinLists(body)
  cleanLinks(body)
  const pictures = dropPictures(body)
  readTables(body)
  readCode(body)
  shiftHeadings(body)
  cleanElements(body)
  spaceText(body)
  splitLines(body)
  dropEmpty(body)
  return { html: body.innerHTML, missed: names, pictures }
}

/** A player becomes the address of its video, which the editor makes a card of. */
function linkVideos(body: Element): void {
  for (const player of body.querySelectorAll('iframe, embed')) {
    const video = videoOf(player.getAttribute('src') ?? '')
    if (!video) continue
    const paragraph = body.ownerDocument.createElement('p')
    paragraph.textContent = video.href
    player.replaceWith(paragraph)
  }
}

function dropComments(body: Element): void {
  const comments: Node[] = []
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const comment of comments) comment.parentNode?.removeChild(comment)
}

/** Those without an address on the web, which are told by their number and name, and the dots that count readers. */
function dropPictures(body: Element): string[] {
  const told: string[] = []
  let count = 0
  for (const picture of body.querySelectorAll('img')) {
    const isDot = ['width', 'height'].some((name) => /^[01](px)?$/.test(picture.getAttribute(name) ?? ''))
    const isThere = /^(https?:|\/(?!\/))/i.test(picture.getAttribute('src') ?? '')
    if (isDot || !isThere) picture.remove()
    if (isDot) continue
    count += 1
    const name = nameOf(picture)
    if (!isThere) told.push(name === '' ? `${count}` : `${count} (${name})`)
  }
  return told
}

/** What describes a picture, else the name of its file. */
function nameOf(picture: Element): string {
  const description = (picture.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim()
  const file = /^(?:file:|[a-z]:\\|cid:).*?([^\\/:]+)$/i.exec(picture.getAttribute('src') ?? '')?.[1] ?? ''
  const name = description === '' ? file : description
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}

/** A table of one cell holds its place on a page; a first row in bold is meant as headings. */
function readTables(body: Element): void {
  for (const caption of body.querySelectorAll('table > caption')) {
    caption.closest('table')?.before(rename(caption, 'p'))
  }
  for (const table of body.querySelectorAll('table')) {
    const cells = table.querySelectorAll('td, th')
    const [cell] = cells
    if (cells.length === 1 && cell) table.replaceWith(...cell.childNodes)
    else if (!table.querySelector('th')) {
      const first = Array.from(table.querySelector('tr')?.children ?? [])
      const isHead = first.length > 1 && first.every((one) => isBold(one))
      if (isHead || table.tHead) for (const one of isHead ? first : table.querySelectorAll('thead td')) toHeading(one)
    }
  }
}

function isBold(cell: Element): boolean {
  const bold = Array.from(cell.querySelectorAll('b, strong'), (part) => part.textContent ?? '').join('')
  return bold.trim() !== '' && bold.replace(/\s/g, '') === (cell.textContent ?? '').replace(/\s/g, '')
}

function toHeading(cell: Element): void {
  for (const bold of cell.querySelectorAll('b, strong')) bold.replaceWith(...bold.childNodes)
  const heading = rename(cell, 'th')
  for (const name of ['colspan', 'rowspan']) {
    const span = cell.getAttribute(name)
    if (span !== null) heading.setAttribute(name, span)
  }
}

/** Code that a code editor has copied is a `div` of lines. */
function readCode(body: Element): void {
  for (const line of body.querySelectorAll('pre br')) line.replaceWith('\n')
  for (const block of body.querySelectorAll('div[data-kept-style]')) {
    const style = styleOf(block)
    if (!/white-space:\s*pre\b/i.test(style) || !/monospace|consolas|menlo|courier/i.test(style)) continue
    const lines = Array.from(block.children, (line) => line.textContent ?? '')
    const code = rename(block, 'pre')
    code.textContent = lines.length > 0 ? lines.join('\n') : code.textContent
  }
}

/** The page has the first level already: all levels go down together, so that their order stays. */
function shiftHeadings(body: Element): void {
  const by = body.querySelector('h1') ? 1 : 0
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(Number(heading.localName[1]) + by, 4)
    const shifted = heading.localName === `h${level}` ? heading : rename(heading, `h${level}`)
    for (const bold of shifted.querySelectorAll('b, strong')) bold.replaceWith(...bold.childNodes)
  }
}

function cleanElements(body: Element): void {
  const depths = new Map<Element, number>([[body, 0]])
  for (const element of Array.from(body.querySelectorAll('*'))) {
    const depth = (depths.get(element.parentElement ?? body) ?? 0) + 1
    depths.set(element, depth)
    const name = element.localName
    for (const attribute of element.getAttributeNames())
      if (!attributes[name]?.includes(attribute)) element.removeAttribute(attribute)
    if (name === 'div' && !Array.from(element.childNodes).some(isBlock)) rename(element, 'p')
    else if (name === 'div' || !structure.has(name) || depth > deepest) unwrap(element, depths)
  }
}

/** The content in the place of the element; what stood in a block of its own stays apart from its neighbours. */
function unwrap(element: Element, depths: Map<Element, number>): void {
  const depth = (depths.get(element) ?? 1) - 1
  for (const child of element.children) depths.set(child, depth)
  if (isBlock(element)) wrapLoose(element)
  element.replaceWith(...element.childNodes)
}

/** Runs of text between blocks, as paragraphs. */
function wrapLoose(element: Element): void {
  let paragraph: Element | undefined
  for (const child of Array.from(element.childNodes)) {
    if (isBlock(child)) paragraph = undefined
    else if (paragraph || (child.textContent ?? '').trim() !== '' || child.nodeName === 'IMG') {
      if (!paragraph) {
        paragraph = element.ownerDocument.createElement('p')
        child.before(paragraph)
      }
      paragraph.append(child)
    }
  }
}

/** Spaces that do not break are kept in numbers with their units only; elsewhere they are an accident. */
function spaceText(body: Element): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    if (text.nodeValue?.includes('\u00a0'))
      text.nodeValue = text.nodeValue.replace(/(?<!\d)\u00a0|\u00a0(?![\p{L}\d%€$£°])/gu, ' ')
    if (text.nodeValue?.includes('\u00ad')) text.nodeValue = text.nodeValue.replaceAll('\u00ad', '')
  }
}

/** Two line breaks in a row are meant as the end of a paragraph; those at its ends are nothing. */
function splitLines(body: Element): void {
  for (const line of body.querySelectorAll('br')) {
    const next = siblingOf(line, 'nextSibling')
    const isOutside =
      line.parentElement === body && (isBlockOrNone(next) || isBlockOrNone(siblingOf(line, 'previousSibling')))
    if (isOutside || !next || isBlock(next) || !siblingOf(line, 'previousSibling')) line.remove()
    else if (next instanceof Element && next.localName === 'br' && line.parentElement?.localName === 'p') {
      const rest = line.parentElement.cloneNode(false)
      while (next.nextSibling) rest.appendChild(next.nextSibling)
      next.remove()
      line.parentElement.after(rest)
      line.remove()
    }
  }
}

const isBlockOrNone = (node: Node | undefined) => node === undefined || isBlock(node)

/** The neighbour that is more than white space. */
function siblingOf(node: Node, side: 'nextSibling' | 'previousSibling'): Node | undefined {
  let near = node[side]
  while (near && near.nodeType === 3 && (near.nodeValue ?? '').trim() === '') near = near[side]
  return near ?? undefined
}

function dropEmpty(body: Element): void {
  const blocks = Array.from(
    body.querySelectorAll('p, h2, h3, h4, li, ul, ol, blockquote, pre, figure, a, b, strong, i, em, u, s, sub, sup'),
  )
  for (const block of blocks.toReversed()) {
    if (block.querySelector('img, hr, table') || (block.textContent ?? '').trim() !== '') continue
    // A space between two words may be all that a mark holds.
    if (isBlock(block)) block.remove()
    else block.replaceWith(...block.childNodes)
  }
}

export function rename(element: Element, tag: string): Element {
  const renamed = element.ownerDocument.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}
