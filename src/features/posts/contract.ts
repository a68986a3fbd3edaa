import type { z } from 'zod'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { defineKind } from '#records/kind/record'
import { postPath } from './paths'

export const postKind = defineKind({
  name: 'post',
  noun: { one: 'blog post', many: 'blog posts' },
  label: 'nav.blog',
  api: '/blog',
  folder: 'posts',
  page: postPath,
  screen: adminPaths.blog,
  schemaType: 'BlogPosting',
  fields: {
    title: { type: 'text', max: 200, required: true, translated: true, searched: true },
    excerpt: {
      type: 'lines',
      max: 1000,
      required: true,
      translated: true,
      searched: true,
      hinted: true,
      proposed: 'firstSentences',
    },
    content: { type: 'html', max: 500_000, required: true, translated: true },
    imageUrl: { type: 'picture', required: true, proposed: 'firstPicture' },
    category: { type: 'text', max: 100, translated: true, searched: true, suggested: true },
    author: { type: 'text', max: 100, searched: true, suggested: true },
    publishedAt: { type: 'moment' },
  },
  aside: ['imageUrl', 'excerpt', 'category', 'author', 'publishedAt'],
})

export type Post = z.infer<typeof postKind.record>
export type PostSummary = z.infer<typeof postKind.summary>
export type EditedPostSummary = z.infer<typeof postKind.editedSummary>
export type PostTranslations = z.infer<typeof postKind.translations>
