import { Elysia } from 'elysia'
import { signedInAdministrator } from '#auth/account/confirmation'
import { adminOnly } from '#auth/admin-only'
import { invalid } from '#contract/http-error'
import type { Services } from '#platform/services'
import { openWindow, presence } from './contract'
import { operations } from './operations'
import { noteClosed, noteOpen } from './store'

/**
 * `kinds` are those that can be opened. These writes do not use `commit`, because they emit no events and need no
 * durability.
 */
export const presenceApi = (services: Services, kinds: readonly string[]) =>
  new Elysia({ prefix: '/presence', tags: ['Presence'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .post(
      '',
      async ({ body, request }) => {
        if (!kinds.includes(body.kind)) throw invalid([{ path: 'kind', message: 'validation.value' }])
        services.wakes.wake('open windows')
        return await noteOpen(services.db, signedInAdministrator(request).user, body)
      },
      { body: openWindow, response: { 200: presence }, detail: operations.reportOpenEditor },
    )
    .delete(
      '/:window',
      async ({ params, request, set }) => {
        await noteClosed(services.db, signedInAdministrator(request).user, params.window)
        set.status = 204
      },
      { detail: operations.reportClosedEditor },
    )
