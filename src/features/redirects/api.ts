import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { sitePaths } from '#i18n/addresses/paths'
import { about } from '#platform/events/events'
import { notFound } from '#contract/http-error'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { parseId } from '#platform/http/parameters'
import { requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { listMissingPaths } from './lookup'
import { missingPath, redirect, redirectInput } from './contract'
import { addRedirect, deleteRedirect, listRedirects } from './store'

giveExample(redirect, {
  from: `${sitePaths.blog}measuring/`,
  to: `${sitePaths.blog}measuring-before-building/`,
})
describeFields(redirect, {
  kind: '`automatic`: created when a slug changed; `manual`: created by an administrator.',
  hits: 'How often it was used; updated within five seconds.',
})
const input = { from: '/offer/', to: sitePaths.projects }
giveExample(redirectInput, input)
describeFields(redirectInput, {
  from: 'A path without a query, of which there is no page; a trailing slash is added.',
  to: 'A path or an http(s) URL.',
})
giveExample(missingPath, { path: '/old-page/', count: 31 })
describeFields(missingPath, { count: 'The number of 404 responses.' })

const operations = describe({
  listRedirects: 'List redirects. Newest first. All respond with 301.',
  createRedirect: {
    text: 'Create a redirect. Chains are resolved to their last target, and loops are rejected. Returns 409 if there is a redirect from this path already.',
    answers: { 201: { example: { ...input, kind: 'manual' } } },
  },
  deleteRedirect: 'Delete a redirect. Its path returns 404 again.',
  listMissingPaths:
    'List missing paths. The 200 paths with the most 404 responses, most frequent first, without their queries.',
})

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
