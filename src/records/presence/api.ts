import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { invalid, unauthorized } from '#contract/http-error'
import { jsonBodies } from '#platform/http/json-body'
import { requestActor } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { openWindow, presence } from './contract'
import { operations } from './operations'
import { noteClosed, noteOpen } from './store'

/** `kinds` are those of what can be opened. Nothing is published here and nothing lost: no write goes through `commit`. */
export const presenceApi = (services: Services, kinds: readonly string[]) =>
  new Elysia({ prefix: '/presence', tags: ['Editing'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .use(jsonBodies())
    .post(
      '',
      async ({ body, request }) => {
        if (!kinds.includes(body.kind)) throw invalid([{ path: 'kind', message: 'validation.value' }])
        return await noteOpen(services.db, userOf(request), body)
      },
      { body: openWindow, response: { 200: presence }, detail: operations.openRecord },
    )
    .delete(
      '/:window',
      async ({ params, request, set }) => {
        await noteClosed(services.db, userOf(request), params.window)
        set.status = 204
      },
      { detail: operations.closeRecord },
    )

function userOf(request: Request) {
  const actor = requestActor(request)
  if (actor.is !== 'administrator') throw unauthorized()
  return actor.user
}
