import { isRecord, parseJson } from '#text/parse-json'
import { noteIdOf } from '../reading/footnote-ids'
import { type BlockComment, blockComments } from './block-comments'
import { partParagraphs } from './classic-paragraphs'

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
    } else depth = Math.max(0, depth + (comment.isClosing ? -1 : 1))
  }
  take(text.slice(at))
  return { html: html + (hasNotes ? '' : notes), dynamic: [...dynamic] }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

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
