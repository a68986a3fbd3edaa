import { parseJson, isRecord } from '#text/parse-json'
import { noteIdOf } from '../reading/embedded'

/** `footnotes`: the JSON of the field in which the block editor stores them. */
type Sources = { footnotes?: string }

/**
 * Converts the text of either WordPress editor into HTML. Text between blocks is from the classic editor. `dynamic` are
 * blocks without content, which the old site rendered on request; of some the words are in the comments.
 */

export function readText(text: string, { footnotes }: Sources = {}): { html: string; dynamic: string[] } {
  const notes = listOfNotes(footnotes, text)
  if (!text.includes('<!-- wp:')) return { html: partParagraphs(text) + notes, dynamic: [] }
  const dynamic = new Set<string>()
  let html = ''
  let depth = 0
  let at = 0
  let hasNotes = false
  const take = (piece: string) => void (html += depth === 0 ? partParagraphs(piece) : piece)
  for (const comment of blockComments(text)) {
    take(text.slice(at, comment.at))
    at = comment.end
    if (comment.isEmpty) {
      const words = comment.name === 'footnotes' ? notes : wordsOf(comment)
      if (words === '') dynamic.add(comment.name)
      if (comment.name !== 'footnotes' || !hasNotes) html += words
      hasNotes ||= comment.name === 'footnotes'
    } else {
      depth = Math.max(0, depth + (comment.isClosing ? -1 : 1))
      html += coverOf(comment, text)
    }
  }
  take(text.slice(at))
  return { html: html + (hasNotes ? '' : notes), dynamic: [...dynamic] }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The picture behind the words of a cover, which is only a style in older texts. */
function coverOf({ name, attributes, isClosing }: BlockComment, text: string): string {
  const url = textOf(attributes.url)
  const isShown = text.includes(`src="${url}"`) || textOf(attributes.backgroundType) === 'video'
  if (name !== 'cover' || isClosing || url === '' || isShown) return ''
  return `<figure><img src="${Bun.escapeHTML(url)}" alt="${Bun.escapeHTML(textOf(attributes.alt))}"></figure>`
}

/** The link in the comment of a block; '' if it has none. */
function wordsOf({ name, attributes }: BlockComment): string {
  const given = textOf(attributes.url) || textOf(attributes.href) || textOf(attributes.feedURL)
  const label = ['label', 'title', 'text', 'fileName'].map((key) => textOf(attributes[key])).find((text) => text !== '')
  const isItem = name.startsWith('social-link') || name.startsWith('navigation-')
  if (given === '') return isItem && label !== undefined ? `<li>${Bun.escapeHTML(label)}</li>` : ''
  const service = textOf(attributes.service) || name.replace(/^.*social-link-?/, '')
  const named = label ?? (name.startsWith('social-link') ? capitalized(service) : '')
  const address = addressOf(given)
  const link = `<a href="${Bun.escapeHTML(address)}">${Bun.escapeHTML(named || address)}</a>`
  return isItem ? `<li>${link}</li>` : `<p>${link}</p>`
}

/** Editors leave out the scheme. */
function addressOf(given: string): string {
  if (/^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(given)) return given.replace(/^\/\//, 'https://')
  return /^[^\s/@]+@[^\s/@]+$/.test(given) ? `mailto:${given}` : `https://${given}`
}

const capitalized = (word: string) => word.replace(/^./u, (letter) => letter.toUpperCase())

/** As the editor of this site stores footnotes; those without a mark in the text lead nowhere back. */
function listOfNotes(json: string | undefined, text: string): string {
  const parsed = json === undefined || json.trim() === '' ? undefined : parseJson(json)
  const notes = (Array.isArray(parsed) ? parsed : []).filter((note) => isRecord(note))
  const entries = notes.map(({ id, content }) => {
    const note = noteIdOf(textOf(id))
    const back = text.includes(`data-fn="${textOf(id)}"`) ? ` <a href="#${note}-ref">↩</a>` : ''
    return `<li id="${note}"><span>${textOf(content)}</span>${back}</li>`
  })
  return entries.length === 0 ? '' : `<ol>${entries.join('')}</ol>`
}

/** A comment of the block editor: it opens or closes a block, or is one without content (`isEmpty`). */
type BlockComment = {
  at: number
  end: number
  name: string
  isClosing: boolean
  isEmpty: boolean
  attributes: Readonly<Record<string, unknown>>
}

const openingComment = /<!--\s+(\/)?wp:([a-z][\w/-]*)(?=\s)/g

/** The comments of the block editor in a text, in linear time. */
function* blockComments(text: string): Generator<BlockComment> {
  const endOf = searchForward(text, /-->/g)
  let last = 0
  for (const { index, 0: begun, 1: slash, 2: name = '' } of text.matchAll(openingComment)) {
    if (index < last) continue
    const from = index + begun.length
    const close = endOf(from)
    if (!close) return
    last = close.index + close[0].length
    const inside = text.slice(from, close.index).trim()
    const isEmpty = inside.endsWith('/')
    const json = isEmpty ? inside.slice(0, -1) : inside
    const attributes = json === '' ? undefined : parseJson(json)
    yield {
      at: index,
      end: last,
      name,
      isClosing: slash === '/',
      isEmpty,
      attributes: isRecord(attributes) ? attributes : {},
    }
  }
}

/**
 * Searches a text from positions that only grow: each part of it is searched once, however many searches find nothing.
 * `pattern` is global.
 */
function searchForward(text: string, pattern: RegExp): (from: number) => RegExpExecArray | undefined {
  let found: RegExpExecArray | null | undefined
  return (from) => {
    if (found === undefined || (found && found.index < from)) {
      pattern.lastIndex = from
      found = pattern.exec(text)
    }
    return found ?? undefined
  }
}

/** A reusable block. */
export type Pattern = { title: string; text: string; isUsed: boolean }

const reference = /<!--\s+wp:block\s+\{[^{}]*"ref":\s*(\d+)[^{}]*\}\s+\/-->/g
const deepest = 3

/** Characters of a text with its reusable blocks. */
const longest = 2000000

/** Replaces references to reusable blocks by their texts; unknown ones stay. */
export function fillPatterns(text: string, patterns: ReadonlyMap<string, Pattern>): string {
  let filled = text
  for (let depth = 0; depth < deepest && filled.includes('wp:block '); depth++) {
    let added = 0
    filled = filled.replace(reference, (whole, id: string) => {
      const pattern = patterns.get(id)
      if (!pattern || pattern.text === '' || filled.length + added + pattern.text.length > longest) return whole
      added += pattern.text.length
      pattern.isUsed = true
      return pattern.text
    })
    if (added === 0) break
  }
  return filled
}

const block =
  '(?:table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|blockquote|address|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|summary|iframe|video|audio|object)'

const openingTag = new RegExp(`<${block}(?=[\\s/>])[^<>]*>`, 'gi')
const closingTag = new RegExp(`</${block}\\s*>`, 'gi')
const startsWithBlock = new RegExp(`^</?${block}(?=[\\s/>])[^>]*>`, 'i')
const endsWithBlock = new RegExp(`</?${block}(?=[\\s/>])[^<>]*>$`, 'i')
const whole = ['pre', 'script', 'style', 'textarea']
const holder = '(?:div|blockquote|section|article|aside|header|footer)'
const held = new RegExp(`^((?:<${holder}(?=[\\s/>])[^>]*>\\s*)*)([\\s\\S]*?)((?:</${holder}\\s*>\\s*)*)$`, 'i')

/**
 * Adds paragraphs, which the classic editor does not store: blank lines separate them, single line breaks become `br`.
 * Open inline elements are closed by the parser at block boundaries. Every pattern takes linear time.
 */
export function partParagraphs(text: string): string {
  const kept: string[] = []
  const marked = splitAtElements(text.replaceAll(/\r\n?/g, '\n'), whole)
    .map((part) => (part.isWhole ? `\n\n<pre data-whole="${kept.push(part.text) - 1}"></pre>\n\n` : part.text))
    .join('')
    .replaceAll(/<[^<>]*>/g, (tag) => tag.replaceAll('\n', ' '))
    .replaceAll(/<br\s*\/?>[ \t\n]*<br\s*\/?>/gi, '\n\n')
    .replace(openingTag, '\n\n$&')
    .replace(closingTag, '$&\n\n')
    .replaceAll(/<hr\b[^<>]*>/gi, '$&\n\n')
  const parted = marked.split(/\n[ \t]*\n/).flatMap((part) => paragraph(part.trim()))
  return parted.join('\n').replace(/<pre data-whole="(\d+)"><\/pre>/g, (_, at: string) => kept[Number(at)] ?? '')
}

/** Such as `<!--more-->`. */
const onlyComments = /^(?:<!--(?:(?!-->)[\s\S])*-->\s*)+$/

function paragraph(part: string): string[] {
  if (part === '' || onlyComments.test(part)) return []
  if (/^https?:\/\/[^\s<>"]+$/.test(part)) return [`<p><a href="${part}">${part}</a></p>`]
  const [, before = '', inside = '', after = ''] = held.exec(part) ?? []
  const broken = withBreaks(inside.trim())
  if (broken === '' || startsWithBlock.test(broken) || endsWithBlock.test(broken)) return [`${before}${broken}${after}`]
  return [`${before}<p>${broken}</p>${after}`]
}

/** Blanks at the ends of lines are dropped, and an existing `br` is not doubled. */
const withBreaks = (text: string): string =>
  text
    .split('\n')
    .map((line, index, { length }) =>
      index === length - 1 ? line : `${line.trimEnd().replace(/<br\s*\/?>$/i, '')}<br>`,
    )
    .join('\n')

type Part = { text: string; isWhole: boolean }

/** Splits HTML at elements of these names, and at comments if `!--` is one of them, which are `isWhole`. */
export function splitAtElements(text: string, names: readonly string[]): Part[] {
  const ends = new Map(
    names.map((name) => [name, searchForward(text, name === '!--' ? /-->/g : new RegExp(`</${name}\\s*>`, 'gi'))]),
  )
  const opening = new RegExp(`<(${names.join('|')})(?:(?<=!--)|(?=[\\s/>]))`, 'gi')
  const parts: Part[] = []
  let at = 0
  for (const { index, 1: name = '', 0: begun } of text.matchAll(opening)) {
    const end = index < at ? undefined : ends.get(name.toLowerCase())?.(index + begun.length)
    if (!end) continue
    parts.push({ text: text.slice(at, index), isWhole: false })
    at = end.index + end[0].length
    parts.push({ text: text.slice(index, at), isWhole: true })
  }
  return [...parts, { text: text.slice(at), isWhole: false }]
}
