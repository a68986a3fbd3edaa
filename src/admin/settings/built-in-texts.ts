import type { Language } from '#i18n/language'

/**
 * What the site says while nothing is stored: the texts of its catalogs (a test compares them), in several languages at
 * once, as the settings edit them. In a language that is not here the settings begin empty, and visitors see the catalog.
 */
export const builtInTexts: Record<
  'home' | 'blog' | 'projects',
  Partial<Record<string, Partial<Record<Language, string>>>>
> = {
  home: {
    'metadata.title': {
      en: 'Industria AI: AI applications, automation and strategy',
      es: 'Industria AI: aplicaciones, automatización y estrategia de IA',
    },
    'metadata.description': {
      en: 'Industria AI builds AI applications for education, manufacturing and real estate, and helps companies decide what to automate and how to measure it.',
      es: 'Industria AI construye aplicaciones de IA para la educación, la industria y el sector inmobiliario, y ayuda a las empresas a decidir qué automatizar y cómo medirlo.',
    },
    'metadata.keywords': {
      en: 'AI applications, AI automation, AI strategy, education, manufacturing, real estate',
      es: 'aplicaciones de IA, automatización con IA, estrategia de IA, educación, industria, sector inmobiliario',
    },
  },
  blog: {
    blogTitle: {
      en: 'Blog',
      es: 'Blog',
    },
    blogSubtitle: {
      en: 'Our latest articles and insights',
      es: 'Nuestros últimos artículos y reflexiones',
    },
  },
  projects: {
    projectsTitle: {
      en: 'Projects',
      es: 'Proyectos',
    },
    projectsSubtitle: {
      en: 'Our latest projects and case studies',
      es: 'Nuestros últimos proyectos y casos prácticos',
    },
  },
}
