import { derivedTitle } from '#ui/head/derived-title'
import type { SeoField } from './seo-fields'

export type DerivedSeo = Partial<Record<SeoField, string>>

type Facts = {
  /** Shown at the top of the page, and below it. */
  heading?: string
  summary?: string
  /** The typed title and description, which shared links follow. */
  typed: { title: string; description: string }
  /** The name of the page in menus, for one of the six. */
  label?: string
  /** The name of the site. */
  site: string
}

/** What search engines and shared links get while the SEO fields are empty. */
export function derivedSeo({ heading = '', summary = '', typed, label, site }: Facts): DerivedSeo {
  const own = label === undefined ? heading : derivedTitle(site, heading, label)
  const title = typed.title.trim() || own
  const description = typed.description.trim() || summary
  return {
    title: own,
    description: summary,
    keywords: [heading || label, site].filter(Boolean).join(', '),
    ogTitle: title,
    ogDescription: description,
  }
}
