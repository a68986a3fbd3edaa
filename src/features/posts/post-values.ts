import { blankSeo, packRecord, type SeoValues, spanishOf, type SpanishSeoValues, toSpanishSeo, unpackRecord } from '#records/editor/record-values'
import { unpackContent } from '#records/content'
import type { Post, PostBody } from './contract'

/** A post as its editor holds it; `slug` is '' while it follows the title. */
export type PostValues = SeoValues & SpanishSeoValues & {
  title: string
  slug: string
  excerpt: string
  content: string
  imageUrl: string
  category: string
  publishedAt: string
  'translations.es.title': string
  'translations.es.excerpt': string
  'translations.es.content': string
}

/** The texts that can have a Spanish version. */
export const translatedPostTexts = ['title', 'excerpt', 'content'] as const

export const blankPost = (): PostValues => ({
  ...blankSeo,
  ...toSpanishSeo(undefined),
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  imageUrl: '',
  category: '',
  publishedAt: new Date().toISOString(),
  'translations.es.title': '',
  'translations.es.excerpt': '',
  'translations.es.content': '',
})

export function toPostValues(post: Post): PostValues {
  const spanish = post.translations.es
  const { content, ...seo } = unpackRecord(post)
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content,
    imageUrl: post.imageUrl,
    category: post.category,
    publishedAt: post.publishedAt,
    'translations.es.title': spanish?.title ?? '',
    'translations.es.excerpt': spanish?.excerpt ?? '',
    'translations.es.content': unpackContent(spanish?.content ?? '').html,
    ...seo,
    ...toSpanishSeo(spanish?.metadata),
  }
}

export function toPostInput(values: PostValues): PostBody {
  return {
    title: values.title,
    slug: values.slug,
    excerpt: values.excerpt,
    content: packRecord(values),
    imageUrl: values.imageUrl,
    category: values.category,
    publishedAt: values.publishedAt,
    translations: spanishOf(values, translatedPostTexts),
  }
}
