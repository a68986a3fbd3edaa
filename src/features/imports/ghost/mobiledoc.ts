import { isRecord, parseJson } from '#text/parse-json'
import { cardHtml, type Rendering, text } from './cards'

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
    return inside === '' ? '' : `<${tag}>${inside}</${tag}>`
  }
  if (kind === 2) return `<figure><img src="${Bun.escapeHTML(text(first))}" alt=""></figure>`
  if (kind === 3) {
    const tag = first === 'ol' ? 'ol' : 'ul'
    return `<${tag}>${list(second)
      .map((item) => `<li>${markersHtml(item, parts)}</li>`)
      .join('')}</${tag}>`
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
