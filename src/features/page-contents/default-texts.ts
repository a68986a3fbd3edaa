import type { MessageId } from '#i18n/messages'
import { type PageName, pageNames } from './contract'
import { pageFields, contentHref, settingsHref } from './page-fields'

/** The texts of the site that show where a field of a page is empty. */
export const defaultTexts: Record<PageName, Partial<Record<string, MessageId>>> = {
  home: {
    blogCta: 'hero.blog',
    featuresTitle: 'features.title',
    featuresSubtitle: 'features.subtitle',
    blogTitle: 'blog.title',
    projectsTitle: 'projects.title',
    projectsSubtitle: 'projects.subtitle',
    projectsCta: 'projects.cta',
  },
  projects: { projectsTitle: 'projects.listTitle', projectsSubtitle: 'projects.listSubtitle' },
  blog: { blogTitle: 'blog.listTitle', blogSubtitle: 'blog.listSubtitle' },
  about: { title: 'about.title' },
  contact: { title: 'contact.title', subtitle: 'contact.subtitle', formTitle: 'contact.formTitle' },
  legal: { title: 'legal.title', subtitle: 'legal.subtitle' },
}

/** Texts of the site that show where a page lacks several texts, or that consist of values of the site. */
const further: readonly { page: PageName; field: string; texts: readonly MessageId[] }[] = [
  {
    page: 'legal',
    field: 'sections',
    texts: ['legal.privacyTitle', 'legal.privacyContent', 'legal.termsTitle', 'legal.termsContent'],
  },
  { page: 'home', field: 'heroTitle', texts: ['hero.title'] },
  { page: 'home', field: 'heroSubtitle', texts: ['hero.subtitle'] },
  { page: 'home', field: 'metadata.description', texts: ['meta.defaultDescription'] },
  { page: 'home', field: 'metadata.keywords', texts: ['meta.defaultKeywords'] },
]

/** The field of a page in which a text of the site is edited, and the address of the field. */
export function fieldOfText(key: string): { page: PageName; field: string; href: string } | undefined {
  const other = further.find(({ texts }) => texts.some((text) => text === key))
  // The SEO fields of home are the defaults of the site.
  if (other)
    return {
      ...other,
      href: (other.field.startsWith('metadata.') ? settingsHref : contentHref)(other.page, other.field),
    }
  for (const page of pageNames) {
    const [field] = Object.entries(defaultTexts[page]).find(([, text]) => text === key) ?? []
    if (field === undefined) continue
    const isInSettings = pageFields[page].some((group) => group.isInSettings && Object.hasOwn(group.fields, field))
    return { page, field, href: (isInSettings ? settingsHref : contentHref)(page, field) }
  }
  return undefined
}
