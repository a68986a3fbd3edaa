import { blankSeo, packRecord, type SeoValues, spanishOf, type SpanishSeoValues, toSpanishSeo, unpackRecord } from '#records/editor/record-values'
import { unpackContent } from '#records/content'
import type { Project, ProjectBody } from './contract'

/** A project as its editor holds it; `slug` is '' while it follows the title. */
export type ProjectValues = SeoValues & SpanishSeoValues & {
  title: string
  slug: string
  description: string
  excerpt: string
  content: string
  category: string
  type: string
  imageUrl: string
  isFeatured: boolean
  githubUrl: string
  demoUrl: string
  'translations.es.title': string
  'translations.es.description': string
  'translations.es.excerpt': string
  'translations.es.category': string
  'translations.es.content': string
}

/** The texts that can have a Spanish version. */
export const translatedProjectTexts = ['title', 'description', 'excerpt', 'category', 'content'] as const

export const blankProject = (): ProjectValues => ({
  ...blankSeo,
  ...toSpanishSeo(undefined),
  title: '',
  slug: '',
  description: '',
  excerpt: '',
  content: '',
  category: '',
  type: '',
  imageUrl: '',
  isFeatured: false,
  githubUrl: '',
  demoUrl: '',
  'translations.es.title': '',
  'translations.es.description': '',
  'translations.es.excerpt': '',
  'translations.es.category': '',
  'translations.es.content': '',
})

export function toProjectValues(project: Project): ProjectValues {
  const spanish = project.translations.es
  const { content, ...seo } = unpackRecord(project)
  return {
    title: project.title,
    slug: project.slug,
    description: project.description,
    excerpt: project.excerpt,
    content,
    category: project.category,
    type: project.type,
    imageUrl: project.imageUrl,
    isFeatured: project.isFeatured,
    githubUrl: project.githubUrl ?? '',
    demoUrl: project.demoUrl ?? '',
    'translations.es.title': spanish?.title ?? '',
    'translations.es.description': spanish?.description ?? '',
    'translations.es.excerpt': spanish?.excerpt ?? '',
    'translations.es.category': spanish?.category ?? '',
    'translations.es.content': unpackContent(spanish?.content ?? '').html,
    ...seo,
    ...toSpanishSeo(spanish?.metadata),
  }
}

export function toProjectInput(values: ProjectValues): ProjectBody {
  return {
    title: values.title,
    slug: values.slug,
    description: values.description,
    excerpt: values.excerpt,
    content: packRecord(values),
    category: values.category,
    type: values.type,
    imageUrl: values.imageUrl,
    isFeatured: values.isFeatured,
    githubUrl: values.githubUrl,
    demoUrl: values.demoUrl,
    translations: spanishOf(values, translatedProjectTexts),
  }
}
