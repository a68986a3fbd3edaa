import { partParagraphs } from './classic-paragraphs'

const delimiter = /<!--\s+(\/)?wp:([a-z][\w/-]*)\s+(?:\{[\s\S]*?\}\s+)?(\/)?-->/g
const embed = /<figure\b[^>]*\bwp-block-embed\b[^>]*>\s*<div\b[^>]*>\s*(https?:\/\/[^\s<>"]+)\s*<\/div>/gi

/**
 * Converts the text of either WordPress editor into HTML. Text between blocks is from the classic editor. `dynamic` are
 * blocks without content, which the old site rendered on request.
 */
export function readText(text: string): { html: string; dynamic: string[] } {
  if (!text.includes('<!-- wp:')) return { html: partParagraphs(text), dynamic: [] }
  const dynamic = new Set<string>()
  let html = ''
  let depth = 0
  let at = 0
  const take = (piece: string) => void (html += depth === 0 ? partParagraphs(piece) : piece)
  for (const { index, 0: whole, 1: end, 2: name = '', 3: isEmpty } of text.matchAll(delimiter)) {
    take(text.slice(at, index))
    at = index + whole.length
    if (isEmpty) dynamic.add(name)
    else depth = Math.max(0, depth + (end ? -1 : 1))
  }
  take(text.slice(at))
  return { html: html.replace(embed, '<figure><a href="$1">$1</a>'), dynamic: [...dynamic] }
}
