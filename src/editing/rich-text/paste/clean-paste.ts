import { isBlock, parseHtml, siblingOf } from '#editing/rich-text/canonical-html'
import { disarm, styleOf } from '#editing/rich-text/disarm'
import { videoOf } from '#editing/rich-text/media/video'
import { hasCredentials } from '#text/schema'
import { isLinkTarget } from '#editing/rich-text/schema'
import { joinLists } from './lists'

/** Columns that a cell may cover; wider ones stand for the whole width. */
const widest = 100

/**
 * Limits merged cells to the rows and columns of their table: `rowspan="0"` reaches to its end, and other programs write
 * any high number for that.
 */
function limitSpans(table: Element): void {
  for (const part of table.querySelectorAll(':scope > thead, :scope > tbody, :scope > tfoot')) {
    const rows = Array.from(part.children).filter(({ localName }) => localName === 'tr')
    const spanOf = (cell: Element, name: string) => {
      const written = cell.getAttribute(name)
      return written === null ? 1 : Math.max(0, Math.trunc(Number(written)) || (written.trim() === '0' ? 0 : 1))
    }
    const widthOf = (cell: Element) => {
      const span = spanOf(cell, 'colspan')
      return span > widest ? 1 : Math.max(span, 1)
    }
    const columns = Math.max(
      ...Array.from(table.querySelectorAll(':scope > * > tr'), (row) =>
        Array.from(row.children).reduce((sum, cell) => sum + widthOf(cell), 0),
      ),
    )
    for (const [index, row] of rows.entries())
      for (const cell of row.children) {
        const left = rows.length - index
        set(cell, 'rowspan', Math.min(spanOf(cell, 'rowspan') || left, left))
        set(cell, 'colspan', Math.min(Math.max(spanOf(cell, 'colspan'), 1), columns))
      }
  }
}

function set(cell: Element, name: string, span: number): void {
  if (span > 1) cell.setAttribute(name, String(span))
  else cell.removeAttribute(name)
}

/** Unwraps tables of a single cell, which are only layout; a bold first row becomes headings. */
function readTables(body: Element): void {
  for (const caption of body.querySelectorAll('table > caption')) {
    caption.closest('table')?.before(rename(caption, 'p'))
  }
  for (const table of body.querySelectorAll('table')) {
    limitSpans(table)
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

/** Tracking parameters. */
const tracking = /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|_hsenc|_hsmi|vero_id|yclid|si|ref_src)$/i

/** Keeps links with a valid target, without tracking and credentials; of others only the text stays. */
function cleanLinks(body: Element): void {
  for (const link of Array.from(body.querySelectorAll('a'))) {
    const target = withoutTracking((link.getAttribute('href') ?? '').trim())
    // The targets of fragment links were not copied.
    if (target === '' || target.startsWith('#') || !isLinkTarget(target)) link.replaceWith(...link.childNodes)
    else link.setAttribute('href', target)
  }
}

function withoutTracking(address: string): string {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return address
  const url = new URL(address)
  const isRedirect = /(^|\.)google\.[a-z.]+$/.test(url.hostname) && url.pathname === '/url'
  const redirectTarget = isRedirect ? (url.searchParams.get('q') ?? url.searchParams.get('url')) : null
  if (redirectTarget !== null && /^https?:/i.test(redirectTarget)) return withoutTracking(redirectTarget)
  const trackers = [...url.searchParams.keys()].filter((name) => tracking.test(name))
  for (const name of trackers) url.searchParams.delete(name)
  const isPrivate = hasCredentials(address)
  url.username = ''
  url.password = ''
  return trackers.length > 0 || isPrivate ? url.href : address
}

/** Removed with their content. */
const dropped =
  'kept-style, kept-base, script, meta, link, title, head, noscript, template, iframe, object, embed, form button, input, button, select, textarea, svg, canvas, audio, video, map, xml, [hidden], [aria-hidden=true]:not(br), li[role=checkbox] > img'
/** The removed elements that a reader would miss. */
const reported = 'iframe, object, embed, audio, video'
/** Tracked changes and comments of word processors. */
const trackedChanges =
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
/** Maximum depth of nested elements; real texts stay far below. */
const maxDepth = 60

export type Pasted = {
  html: string
  /** Names of removed elements that a reader would miss. */
  reported: string[]
  /** Removed pictures, by number and name: `2 (A lathe)`. */
  pictures: string[]
}

/**
 * Cleans markup of other programs: keeps headings, lists, tables, links, bold and italic text, however that program
 * writes them, and removes its styles.
 */
export function cleanPaste(html: string): Pasted {
  // Content copied from an editor of this site needs no cleaning.
  if (/<[^>]+ data-pm-slice=/.test(html)) return { html: disarm(html), reported: [], pictures: [] }
  const body = parseHtml(html)
  linkVideos(body)
  const left = Array.from(body.querySelectorAll(reported)).filter(
    (element) => !element.parentElement?.closest(reported),
  )
  const names = left.map((element) => element.localName)
  for (const element of body.querySelectorAll(`${dropped}, ${trackedChanges}`)) element.remove()
  for (const change of body.querySelectorAll('ins.msoIns, ins[cite]')) change.replaceWith(...change.childNodes)
  dropComments(body)
  writeEmoji(body)
  for (const end of body.querySelectorAll('[data-stringify-type="paragraph-break"]')) end.outerHTML = '<br><br>'
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
  return { html: body.innerHTML, reported: names, pictures }
}

/** Converts bold, italic and the like from styles to marks, and removes marks whose style says otherwise. */
function convertInlineStyles(body: Element): void {
  for (const element of Array.from(body.querySelectorAll('[data-kept-style]'))) {
    const style = styleOf(element)
    for (const [tags, isSet, isReset] of styledMarks) {
      if (isReset.test(style) && tags.includes(element.localName)) element.replaceWith(...element.childNodes)
      else if (isSet.test(style) && isStyledText(element) && !element.closest(tags.join()))
        wrapContent(element, tags[0] ?? 'span')
    }
  }
  for (const link of body.querySelectorAll('a u')) link.replaceWith(...link.childNodes)
}

const styledMarks: [tags: string[], isSet: RegExp, isReset: RegExp][] = [
  [['strong', 'b'], /(?<![\w-])font-weight:\s*(bold|[6-9]00)/i, /(?<![\w-])font-weight:\s*(normal|[1-5]00)/i],
  [['em', 'i'], /(?<![\w-])font-style:\s*(italic|oblique)/i, /(?<![\w-])font-style:\s*normal/i],
  [['s', 'strike', 'del'], /text-decoration[^;]*line-through/i, /text-decoration:\s*none/i],
  [['sup'], /vertical-align:\s*super/i, /vertical-align:\s*baseline/i],
  [['sub'], /vertical-align:\s*sub\b/i, /vertical-align:\s*baseline/i],
]

/** The style of a block is that of its kind. */
const isStyledText = ({ localName }: Element) =>
  ['span', 'font', 'a', 'b', 'strong', 'i', 'em', 'u'].includes(localName)

function wrapContent(element: Element, tag: string): void {
  const mark = element.ownerDocument.createElement(tag)
  mark.append(...element.childNodes)
  element.append(mark)
}

/** Replaces a player by the URL of its video, from which the editor makes a card. */
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

const emoji =
  /^(?:(?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?:\p{Emoji_Modifier}|\u200d|\ufe0f|[\u{e0020}-\u{e007f}])*)+$/u

/** Many sites show emoji as pictures of their own. */
function writeEmoji(body: Element): void {
  for (const picture of body.querySelectorAll('img[alt]')) {
    const sign = picture.getAttribute('alt') ?? ''
    if (emoji.test(sign)) picture.replaceWith(sign)
  }
}

/** Removes tracking pixels, and pictures without a web URL, which are reported by number and name. */
function dropPictures(body: Element): string[] {
  const missing: string[] = []
  let count = 0
  for (const picture of body.querySelectorAll('img')) {
    const isDot = ['width', 'height'].some((name) => /^[01](px)?$/.test(picture.getAttribute(name) ?? ''))
    const src = picture.getAttribute('src') ?? ''
    if (src.startsWith(`${location.origin}/`)) picture.setAttribute('src', src.slice(location.origin.length))
    const isThere = /^(https?:|\/(?!\/))/i.test(picture.getAttribute('src') ?? '')
    if (isDot || !isThere) picture.remove()
    if (isDot) continue
    count += 1
    const name = nameOf(picture)
    if (!isThere) missing.push(name === '' ? `${count}` : `${count} (${name})`)
  }
  return missing
}

/** The alternative text of a picture, or its file name. */
function nameOf(picture: Element): string {
  const description = (picture.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim()
  const file = /^(?:file:|[a-z]:\\|cid:).*?([^\\/:]+)$/i.exec(picture.getAttribute('src') ?? '')?.[1] ?? ''
  const name = description === '' ? file : description
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}

/** Code editors copy code as a `div` of lines; chats put its language and buttons into the `pre`. */
function readCode(body: Element): void {
  for (const line of body.querySelectorAll('pre br')) line.replaceWith('\n')
  for (const block of body.querySelectorAll('pre:has(div, p)')) {
    const code = block.querySelector('code') ?? block
    for (const line of code.querySelectorAll('div, p')) if (line.nextSibling) line.append('\n')
    block.textContent = code.textContent
  }
  for (const block of body.querySelectorAll('div[data-kept-style]')) {
    const style = styleOf(block)
    if (!/white-space:\s*pre\b/i.test(style) || !/monospace|consolas|menlo|courier/i.test(style)) continue
    const lines = Array.from(block.children, (line) => line.textContent ?? '')
    const code = rename(block, 'pre')
    code.textContent = lines.length > 0 ? lines.join('\n') : code.textContent
  }
}

/** The page has an `h1` already: all headings move down one level, so that their order stays. */
function shiftHeadings(body: Element): void {
  // The editor's items have none: it would put them behind an empty item.
  for (const heading of body.querySelectorAll('li :is(h1, h2, h3, h4, h5, h6)')) rename(heading, 'p')
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
    else if (name === 'div' || !structure.has(name) || depth > maxDepth) unwrap(element, depths)
  }
}

/** Replaces an element by its content; content of a block stays separate from its neighbours. */
function unwrap(element: Element, depths: Map<Element, number>): void {
  const depth = (depths.get(element) ?? 1) - 1
  for (const child of element.children) depths.set(child, depth)
  if (isBlock(element)) wrapLoose(element)
  element.replaceWith(...element.childNodes)
}

/** Wraps text between blocks in paragraphs. */
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

/** Keeps non-breaking spaces only between numbers and their units; elsewhere they are accidental. */
function spaceText(body: Element): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    if (text.nodeValue?.includes('\u00a0'))
      text.nodeValue = text.nodeValue.replace(/(?<!\d)\u00a0|\u00a0(?![\p{L}\d%€$£°])/gu, ' ')
    if (text.nodeValue?.includes('\u00ad')) text.nodeValue = text.nodeValue.replaceAll('\u00ad', '')
  }
}

/** Splits paragraphs at two consecutive line breaks, and removes leading and trailing ones. */
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

function dropEmpty(body: Element): void {
  const blocks = Array.from(
    body.querySelectorAll('p, h2, h3, h4, li, ul, ol, blockquote, pre, figure, a, b, strong, i, em, u, s, sub, sup'),
  )
  for (const block of blocks.toReversed()) {
    if (block.querySelector('img, hr, table') || (block.textContent ?? '').trim() !== '') continue
    // A mark may contain just the space between two words.
    if (isBlock(block)) block.remove()
    else block.replaceWith(...block.childNodes)
  }
}

/** Replaces an element by one with another tag and the same children. */
function rename(element: Element, tag: string): Element {
  const renamed = element.ownerDocument.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}
