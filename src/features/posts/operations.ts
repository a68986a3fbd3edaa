import { operation } from '#base/http/operation'
import type { Post, PostBody, PostSummary } from './contract'

const tag = 'Blog'

const summary: PostSummary = {
  id: 7,
  slug: 'measuring-before-building',
  title: 'Measuring before building',
  excerpt: 'Two weeks with a stopwatch saved one client a year of software.',
  imageUrl: '/images/measuring.webp',
  category: 'Strategy',
  publishedAt: '2026-03-02T09:00:00.000Z',
  translations: { es: { title: 'Medir antes de construir', excerpt: 'Dos semanas con un cronómetro ahorraron un año de software.' } },
  updatedAt: '2026-03-02T09:00:00.000Z',
  version: 1,
}

const post: Post = {
  ...summary,
  content: '{"content":"<p>We began with a stopwatch.</p>","metadata":{"title":"Measuring before building","keywords":"measurement, strategy"}}',
  metadata: { title: 'Measuring before building', keywords: 'measurement, strategy' },
}

const input: PostBody = {
  title: summary.title,
  slug: summary.slug,
  excerpt: summary.excerpt,
  content: '<p>We began with a stopwatch.</p>',
  imageUrl: summary.imageUrl,
  category: summary.category,
  publishedAt: summary.publishedAt,
  metadata: post.metadata,
  translations: summary.translations,
}

const id = { key: { description: 'The id of the post.', schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 }, example: 7 } }

export const operations = {
  list: operation({
    id: 'listPosts',
    tag,
    summary: 'List the blog posts',
    description: 'Every post without its content, the newest `publishedAt` first.',
    parameters: { limit: { description: 'Only so many of the newest.', schema: { type: 'integer', minimum: 1, maximum: 100 }, example: 3, optional: true } },
    revalidates: true,
    answers: { 200: { description: 'The posts.', example: [summary], headers: ['ETag'] } },
    refusals: [422],
  }),
  find: operation({
    id: 'findPost',
    tag,
    summary: 'Read one blog post',
    description: 'The post of a slug with its content (sanitized HTML, or the JSON text of HTML and SEO fields) and with its SEO fields as `metadata`.',
    parameters: { key: { description: 'The slug of the post.', example: summary.slug } },
    revalidates: true,
    answers: { 200: { description: 'The post.', example: post, headers: ['ETag'] } },
    refusals: [404],
  }),
  create: operation({
    id: 'createPost',
    tag,
    summary: 'Create a blog post',
    description: 'Without a slug one is made from the title, with the next free suffix when it is taken; `publishedAt` is now unless it is given. HTML is sanitized.',
    session: true,
    unsafe: true,
    idempotent: true,
    example: input,
    answers: { 201: { description: 'The post as stored.', example: post, headers: ['ETag'] } },
    refusals: [409],
  }),
  update: operation({
    id: 'updatePost',
    tag,
    summary: 'Update a blog post',
    description: 'Replaces the post. `publishedAt` and `translations` stay when they are left out; `metadata` replaces the stored SEO fields. An empty slug is made from the title again.',
    session: true,
    unsafe: true,
    ifMatch: true,
    idempotent: true,
    parameters: id,
    example: input,
    answers: { 200: { description: 'The post as stored.', example: { ...post, version: 2 }, headers: ['ETag'] } },
    refusals: [404, 409, 412],
  }),
  remove: operation({
    id: 'deletePost',
    tag,
    summary: 'Delete a blog post',
    description: 'Deletes the post for good.',
    session: true,
    unsafe: true,
    ifMatch: true,
    idempotent: true,
    parameters: id,
    answers: { 204: { description: 'The post is gone.' } },
    refusals: [404, 412, 422],
  }),
}
