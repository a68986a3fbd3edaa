import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { about } from '#platform/events/events'
import { notFound } from '#contract/http-error'
import { parseId } from '#platform/http/parameters'
import { requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { listMissingPaths } from './lookup'
import { missingPath, redirect, redirectInput } from './contract'
import { operations } from './operations'
import { addRedirect, deleteRedirect, listRedirects } from './store'

/** A redirect is named by its source path. */
const eventOf = (action: 'created' | 'deleted') => (row: { id: number; from: string }) =>
  about('redirect', action)({ id: row.id, title: row.from })

export const redirectsApi = (services: Services) =>
  new Elysia({ tags: ['Redirects'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/redirects', () => listRedirects(services.db), {
      response: { 200: z.array(redirect) },
      detail: operations.listRedirects,
    })
    .post(
      '/redirects',
      async (context) => {
        const origin = requestOrigin(context.request)
        // Before the transaction, because it reads the site.
        const isPage = await services.isPage(context.body.from, origin)
        return commit(services, context, { status: 201, event: eventOf('created') }, (tx) =>
          addRedirect(tx, context.body, { origin, isPage }),
        )
      },
      {
        body: redirectInput,
        response: { 201: redirect },
        detail: operations.createRedirect,
      },
    )
    .delete(
      '/redirects/:id',
      (context) => {
        const id = parseId(context.params.id, notFound('redirect'))
        return commit(services, context, { status: 204, event: eventOf('deleted') }, (tx) => deleteRedirect(tx, id))
      },
      { detail: operations.deleteRedirect },
    )
    .get('/missing-paths', ({ request }) => listMissingPaths(services, requestOrigin(request)), {
      response: { 200: z.array(missingPath) },
      detail: operations.listMissingPaths,
    })
