import { derivedTitle } from '#ui/head/derived-title'
import type { SeoField } from './seo-fields'

type Derived = Partial<Record<SeoField, string>>

/** The fields that hold the title and the summary, by kind of record and page. */
const titles = ['heroTitle', 'title', 'blogTitle', 'projectsTitle']
const summaries = ['heroSubtitle', 'excerpt', 'subtitle', 'blogSubtitle', 'projectsSubtitle', 'description']

type Sources = {
  /** The field's text in the edited language, or in the first one. */
  read: (field: string) => string
  fields: object
  kind: string
  /** The name of the site. */
  name: string
}

/** What pages and search engines get while the SEO fields are empty. */
export function derivedSeo({ read, fields, kind, name }: Sources): Derived {
  const first = (names: readonly string[]) => {
    const field = names.find((one) => Object.hasOwn(fields, one))
    return field === undefined ? '' : read(field).replace(/\s+/g, ' ').trim()
  }
  const [heading, summary] = [first(titles), first(summaries)]
  const isListed = kind === 'post' || kind === 'project'
  const title =
    read('metadata.title').trim() || (heading === '' || isListed ? heading : derivedTitle(name, heading, ''))
  const description = read('metadata.description').trim() || summary
  return {
    title,
    description,
    keywords: heading === '' ? name : `${heading}, ${name}`,
    ogTitle: title,
    ogDescription: description,
  }
}
