import { giveExample, operation } from '#platform/http/operation'
import type { KindDocument } from '#records/api/operations'
import { z } from 'zod'
import { aroundPost } from './around-contract'
import type { Post } from './contract'

const example: Post = {
  id: 7,
  slug: 'measuring-before-building',
  title: 'Measuring before building',
  excerpt: 'Two weeks with a stopwatch saved one client a year of software.',
  imageUrl: '/images/measuring.webp',
  category: 'Strategy',
  author: 'Grace Hopper',
  publishedAt: '2026-03-02T09:00:00.000Z',
  translations: {
    es: { title: 'Medir antes de construir', excerpt: 'Dos semanas con un cronómetro ahorraron un año de software.' },
  },
  updatedAt: '2026-03-02T09:00:00.000Z',
  version: 1,
  status: 'published',
  content:
    '{"content":"<p>We began with a stopwatch.</p>","metadata":{"title":"Measuring before building","keywords":"measurement, strategy"}}',
  metadata: { title: 'Measuring before building', keywords: 'measurement, strategy' },
}

/** The part of the OpenAPI document about posts. */
export const document: KindDocument = {
  example,
  order: 'most recent `publishedAt` first',
  note: '`publishedAt` defaults to the current time.',
}

giveExample(aroundPost, { related: [] })

export const aroundOperation = operation('findPostsAround', {
  summary: 'List the neighbours of a blog post',
  description:
    'The previous and next post by date, and up to three related posts: those of the same category first, then those with the most words in common.',
  parameters: {
    key: z.string().meta({ description: 'The slug of the blog post in any language.', example: example.slug }),
  },
})
