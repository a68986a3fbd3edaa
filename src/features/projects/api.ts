import { eq } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { emitChanges } from '#platform/events/changes'
import { commit } from '#platform/writes/commit'
import { recordApi } from '#records/api/api'
import type { Services } from '#platform/services'
import { projectKind } from './contract'
import { document, featured, orderOperation } from './document'
import { orderProjects, projectStore } from './store'
import { projects } from './table'

const order = z
  .object({ ids: z.array(z.int32().min(1), { error: 'validation.order' }).max(10_000) })
  .meta({ id: 'ProjectOrder' })

export const projectsApi = (services: Services) => new Elysia().use(records(services)).use(ordering(services))

type Ordered = {
  moved: { id: number; title: string } | undefined
  listed: Awaited<ReturnType<typeof projectStore.list>>
}

const ordering = (services: Services) =>
  new Elysia({ prefix: projectKind.api, tags: [projectKind.tag.name] }).use(adminOnly(services)).put(
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
