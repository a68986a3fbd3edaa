import { operation } from '#base/http/operation'
import type { Project, ProjectBody, ProjectSummary } from './contract'

const tag = 'Projects'

const summary: ProjectSummary = {
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
}

const project: Project = { ...summary, content: '<p>Four hundred leases, one table.</p>', metadata: {} }

const input: ProjectBody = {
  title: summary.title,
  slug: summary.slug,
  description: summary.description,
  content: project.content,
  category: summary.category,
  imageUrl: summary.imageUrl,
  type: summary.type,
  excerpt: summary.excerpt,
  isFeatured: true,
  githubUrl: summary.githubUrl,
  demoUrl: null,
  translations: summary.translations,
}

const id = { key: { description: 'The id of the project.', schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 }, example: 4 } }

export const operations = {
  list: operation({
    id: 'listProjects',
    tag,
    summary: 'List the projects',
    description: 'Every project without its content, the highest id first.',
    revalidates: true,
    answers: { 200: { description: 'The projects.', example: [summary], headers: ['ETag'] } },
  }),
  listFeatured: operation({
    id: 'listFeaturedProjects',
    tag,
    summary: 'List the featured projects',
    description: 'The projects that the home page features, the highest id first.',
    revalidates: true,
    answers: { 200: { description: 'The featured projects.', example: [summary], headers: ['ETag'] } },
  }),
  find: operation({
    id: 'findProject',
    tag,
    summary: 'Read one project',
    description: 'The project of a slug with its content (sanitized HTML, or the JSON text of HTML and SEO fields) and with its SEO fields as `metadata`.',
    parameters: { key: { description: 'The slug of the project.', example: summary.slug } },
    revalidates: true,
    answers: { 200: { description: 'The project.', example: project, headers: ['ETag'] } },
    refusals: [404],
  }),
  create: operation({
    id: 'createProject',
    tag,
    summary: 'Create a project',
    description: 'Without a slug one is made from the title, with the next free suffix when it is taken. The slug `featured` is reserved. HTML is sanitized.',
    session: true,
    unsafe: true,
    idempotent: true,
    example: input,
    answers: { 201: { description: 'The project as stored.', example: project, headers: ['ETag'] } },
    refusals: [409],
  }),
  update: operation({
    id: 'updateProject',
    tag,
    summary: 'Update a project',
    description: 'Replaces the project. `translations` stay when they are left out; `metadata` replaces the stored SEO fields. An empty slug is made from the title again.',
    session: true,
    unsafe: true,
    ifMatch: true,
    idempotent: true,
    parameters: id,
    example: input,
    answers: { 200: { description: 'The project as stored.', example: { ...project, version: 4 }, headers: ['ETag'] } },
    refusals: [404, 409, 412],
  }),
  remove: operation({
    id: 'deleteProject',
    tag,
    summary: 'Delete a project',
    description: 'Deletes the project for good.',
    session: true,
    unsafe: true,
    ifMatch: true,
    idempotent: true,
    parameters: id,
    answers: { 204: { description: 'The project is gone.' } },
    refusals: [404, 412, 422],
  }),
}
