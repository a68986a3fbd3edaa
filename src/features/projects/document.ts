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
  order: 'the highest id first',
  note: 'The slug `featured` is reserved.',
}

export const featured = {
  id: 'listFeaturedProjects',
  summary: 'List the featured projects',
  description: 'The projects that the home page features, the highest id first.',
}

export const orderOperation = operation('orderProjects', {
  summary: 'Put the projects into an order',
  description:
    'Each project outside the trash once; what comes later stands first. Without any, they stand by id again, the highest first.',
  example: { ids: [] },
  answers: { 200: { description: 'The list as visitors read it.' } },
})
