import { sampleName } from '#contract/site'
import { text } from '#text/reading'

type Texts = Record<string, unknown>

const prefixes: Partial<Record<string, string>> = { home: 'hero', blog: 'blog', projects: 'projects' }

/** The title and subtitle that a page shows at its top. */
export function headingOf(page: string, content: Texts): { title?: string; subtitle?: string } {
  const prefix = prefixes[page]
  return prefix
    ? { title: text(content, `${prefix}Title`), subtitle: text(content, `${prefix}Subtitle`) }
    : { title: text(content, 'title'), subtitle: text(content, 'subtitle') }
}

/**
 * The title of a page without one for search engines: its heading and the name of the site. A page without a heading of
 * its own, as those of the sample site, has the specified fallback: the name followed by that of the page.
 */
export const derivedTitle = (name: string, heading: string | undefined, label: string): string =>
  !heading || heading === label || name === sampleName ? `${name} ${label}` : `${heading} · ${name}`
