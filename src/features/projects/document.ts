import { operation } from '#platform/http/operation'
import type { KindDocument } from '#records/api/operations'
import type { Project } from './contract'

const example: Project = {
  id: 4,
  slug: 'lease-reader',
  title: 'Lease Reader',
  description: 'Reads leases and lists their dates, duties and deviations, each with its source.',
  excerpt: 'Every date and duty of a lease, with its source.',
  imageUrl: '/images/lease-reader.webp',
  category: 'Real Estate',
  type: 'Application',
  isFeatured: true,
  githubUrl: 'https://github.com/industria-ai/lease-reader',
  demoUrl: null,
  translations: { es: { title: 'Lector de contratos', category: 'Inmobiliario' } },
  updatedAt: '2026-02-11T15:30:00.000Z',
  version: 3,
  status: 'published',
  publishedAt: '2026-02-11T15:30:00.000Z',
  content: '<p>Four hundred leases, one table.</p>',
  metadata: {},
}

/** The part of the OpenAPI document about projects. */
export const document: KindDocument = {
  example,
  order: 'highest id first',
  note: 'The slug `featured` is reserved.',
}

export const featured = {
  id: 'listFeaturedProjects',
  summary: 'List featured projects',
  description: 'The projects that are shown on the home page, highest id first.',
}

export const orderOperation = operation('orderProjects', {
  summary: 'Reorder projects',
  description:
    '`ids` contains every project outside the trash once; the last one is listed first. An empty list restores the default order: highest id first.',
  example: { ids: [] },
  answers: { 200: { description: 'The published projects in the new order.' } },
})
