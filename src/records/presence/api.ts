import { Elysia } from 'elysia'
import { signedInAdministrator } from '#auth/account/confirmation'
import { adminOnly } from '#auth/admin-only'
import { invalid } from '#contract/http-error'
import type { Services } from '#platform/services'
import { openWindow, presence } from './contract'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { noteClosed, noteOpen } from './store'

export const openExample = { kind: 'post', id: 1, window: '7f6c1de0a94b4f2f8a3d5c8e21b0f7aa', isHidden: false }
giveExample(openWindow, openExample)
giveExample(presence, {
  others: [{ user: { id: 2, username: 'grace' }, isYou: false, since: '2026-03-02T09:00:00.000Z' }],
})

describeFields(openWindow, {
  window: 'An id that the browser window chooses.',
  isHidden: 'Whether the window is in the background.',
})
describeFields(presence.shape.others.element, { isYou: 'Whether it is a window of the same user.' })
describeFields(presence, { others: 'The other windows with the same record, oldest first.' })

export const operations = describe({
  reportOpenEditor: {
    text: 'Report an open editor. A browser window reports that it has a record open, every two and a half seconds; it counts as closed after 7 seconds without a report, or 75 while it is hidden. Editing is never blocked.',
    idempotent: false,
  },
  reportClosedEditor: {
    text: 'Report a closed editor. Succeeds even if the window was not open. Returns 422 for a malformed id.',
    idempotent: false,
    finds: false,
  },
})

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
