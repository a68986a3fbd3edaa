import type { MessageId } from '#i18n/messages'
import type { PageName } from './contract'

/** What a page says where a text of it is empty. */
export const builtInTexts: Record<PageName, Partial<Record<string, MessageId>>> = {
  home: {
    heroTitle: 'hero.title',
    heroSubtitle: 'hero.subtitle',
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
