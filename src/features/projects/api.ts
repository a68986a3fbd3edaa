import { eq } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { emitChanges } from '#platform/events/changes'
import { commit } from '#platform/writes/commit'
import { recordApi } from '#records/api/api'
import type { Services } from '#platform/services'
import { giveExample, operation } from '#platform/http/operation'
import { revalidated } from '#platform/http/revalidated'
import { tagOf } from '#records/kind/record'
import type { KindDocument } from '#records/api/operations'
import { projectKind, type Project, nextProject } from './contract'
import { findNext, orderProjects, projectStore } from './store'
import { projects } from './table'

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
  githubUrl: 'https://github.com/acme/lease-reader',
  demoUrl: null,
  facts: [
    { label: 'Client', value: 'A property manager' },
    { label: 'Place', value: 'Rotterdam' },
  ],
  results: [
    { label: 'Time per lease', before: '74 min', after: '21 min', note: 'Sixty leases, each confirmed by a person.' },
  ],
  translations: { es: { title: 'Lector de contratos', category: 'Inmobiliario' } },
  updatedAt: '2026-02-11T15:30:00.000Z',
  version: 3,
  status: 'published',
  publishedAt: '2026-02-11T15:30:00.000Z',
  content: '<p>Four hundred leases, one table.</p>',
  metadata: {},
}

/** The part of the OpenAPI document about projects. */
const document: KindDocument = {
  example,
  order: 'highest id first',
  note: 'The slug `featured` is reserved. A result with equal texts before and after is shown as without effect.',
}

const featured = {
  id: 'listFeaturedProjects',
  text: 'List featured projects. The projects that are shown on the home page, highest id first.',
}

const orderOperation = operation('reorderProjects', {
  text: 'Reorder projects. `ids` contains every project outside the trash once; the last one is listed first. An empty list restores the default order: highest id first.',
  example: { ids: [] },
  answers: { 200: { description: 'The published projects in the new order.' } },
})

const order = z
  .object({ ids: z.array(z.int32().min(1), { error: 'validation.order' }).max(10_000) })
  .meta({ id: 'ProjectOrder' })

giveExample(nextProject, { next: null })

const nextOperation = operation(
  'getNextProject',
  'Get the project after a project. The next one in the order of the list; after the last one, the first. `null` if there is no other. The slug may be in any language.',
)

export const projectsApi = (services: Services) =>
  new Elysia().use(following(services)).use(records(services)).use(ordering(services))

const following = ({ db }: Services) =>
  new Elysia({ prefix: projectKind.api, tags: [tagOf(projectKind)] }).get(
    '/:key/next',
    ({ params }) => findNext(db, params.key),
    { response: { 200: nextProject }, mapResponse: revalidated, detail: nextOperation },
  )

type Ordered = {
  moved: { id: number; title: string } | undefined
  listed: Awaited<ReturnType<typeof projectStore.list>>
}

const ordering = (services: Services) =>
  new Elysia({ prefix: projectKind.api, tags: [tagOf(projectKind)] }).use(adminOnly(services)).put(
    '/order',
    (context) =>
      commit(
        services,
        context,
        {
          status: 200,
          event: ({ moved }: Ordered) => ({
            kind: 'project',
            action: 'updated',
            id: null,
            ...(moved && { activityActions: ['moved'] as const, ...moved }),
          }),
          answer: ({ listed }: Ordered) => listed,
        },
        async (tx) => {
          const moved = await orderProjects(tx, context.body.ids)
          emitChanges(
            tx,
            context.body.ids.map((id) => ({ kind: 'project', action: 'updated', id })),
          )
          return { moved, listed: await projectStore.list(tx) }
        },
      ),
    { body: order, response: { 200: z.array(projectKind.summary) }, detail: orderOperation },
  )

const records = (services: Services) =>
  recordApi(services, {
    kind: projectKind,
    store: projectStore,
    document,
    lists: { featured: { ...featured, read: (db) => projectStore.list(db, { where: eq(projects.isFeatured, true) }) } },
  })
