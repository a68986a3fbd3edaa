import { htmlToText } from '#text/html-text'
import { slugify } from '#text/slugs/slug'

export type Heading = { id: string; text: string; level: number }

/** Ids used by the page around a text. */
const taken = /^(?:main|menu|language|message|waitlist|search.*|footer-.*|.*-title)$/

/**
 * Clean HTML whose headings (`h2` to `h4`) have ids made of their text, so that a link to one works as long as its text
 * stays the same.
 */
export function linkHeadings(html: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const freeId = createIds(html.matchAll(/\sid="([^"]*)"/g))
  const linked = html.replace(/<h([2-4])>(.*?)<\/h\1>/gs, (_, level: string, inside: string) => {
    const text = htmlToText(inside)
    const id = freeId(slugify(text))
    headings.push({ id, text, level: Number(level) })
    return `<h${level} id="${id}">${inside}</h${level}>`
  })
  return { html: linked, headings }
}

function createIds(there: Iterable<RegExpMatchArray>) {
  const used = new Set(Array.from(there, ([, id]) => id))
  const counts = new Map<string, number>()
  return function freeId(slug: string): string {
    const wish = slug === '' ? 'part' : taken.test(slug) ? `part-${slug}` : slug
    let count = counts.get(wish) ?? 1
    let id = count === 1 ? wish : `${wish}-${count}`
    while (used.has(id)) id = `${wish}-${++count}`
    counts.set(wish, count)
    used.add(id)
    return id
  }
}

/**
 * Clean HTML whose headings begin at the level `top` and skip none, however they were typed. The ids of its footnotes
 * include `id`, so that they differ from those of other texts on the page.
 */
export function lowerHeadings(html: string, { top, id }: { top: number; id: string }): string {
  const above: number[] = []
  return html
    .replace(/<h([1-6])((?:\s[^>]*)?>.*?<\/h)\1>/gs, (_, typed: string, rest: string) => {
      while ((above.at(-1) ?? 0) >= Number(typed)) above.pop()
      const level = Math.min(6, top + above.length)
      above.push(Number(typed))
      return `<h${level}${rest}${level}>`
    })
    .replace(/( id="| href="#)note-(?=\w)/g, `$1note-${id.replace(/\W/g, '')}x`)
}
