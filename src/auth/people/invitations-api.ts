import { Elysia, status } from 'elysia'
import { z } from 'zod'
import { notFound } from '#contract/http-error'
import { parseId } from '#platform/http/ids'
import { jsonBodies } from '#platform/http/json-body'
import { requestActor, requestOrigin } from '#platform/http/request-facts'
import { href } from '#i18n/addresses/href'
import { invitationPath } from '#i18n/addresses/admin-paths'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { idempotencyKey } from '#platform/writes/idempotency'
import { adminOnly } from '#auth/admin-only'
import { invitation, type Invitation, invitationInput, newInvitation } from '#auth/contract'
import { operations } from '#auth/operations'
import { derivedToken } from '#auth/sessions/sessions'
import { readSiteName } from '#platform/owner/site'
import { randomToken } from '#auth/sessions/tokens'
import { addInvitation, endInvitation, listInvitations } from './invitations'
import { sendInvitation } from './invitation-letter'

/** Invitations, as administrators make and end them. */
export const invitationsApi = (services: Services) =>
  new Elysia()
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .use(jsonBodies())
    .get('/invitations', () => listInvitations(services.db), {
      response: { 200: z.array(invitation) },
      detail: operations.listInvitations,
    })
    .post(
      '/invitations',
      async (context) => {
        const { request } = context
        const token = tokenFor(request)
        const url = (services.config.siteUrl ?? requestOrigin(request)) + href(invitationPath, { token })
        const { response } = await commit(
          services,
          context,
          {
            status: 201,
            event: ({ id, email }: Invitation) => ({
              kind: 'invitation',
              action: 'created',
              activityActions: ['invited'],
              id,
              title: email ?? '',
            }),
          },
          async (tx) => {
            const actor = requestActor(request)
            const made = await addInvitation(tx, { token, email: context.body.email, actor })
            const by = actor.is === 'administrator' ? actor.user.username : await readSiteName(tx, services.config)
            if (made.email !== null && services.config.mail)
              await sendInvitation(tx, services.config, { id: made.id, to: made.email, url, by })
            return made
          },
        )
        return status(201, { ...response, url })
      },
      { body: invitationInput, response: { 201: newInvitation }, detail: operations.invite },
    )
    .delete(
      '/invitations/:id',
      (context) => {
        const id = parseId(context.params.id, notFound('invitation'))
        return commit(
          services,
          context,
          {
            status: 204,
            event: () => ({ kind: 'invitation', action: 'deleted', id }),
            answer: () => undefined,
          },
          (tx) => endInvitation(tx, id),
        )
      },
      { detail: operations.deleteInvitation },
    )

/**
 * What repeats of a request are answered from must not hold the token: it follows from their key, and from the cookie
 * that nobody stores.
 */
function tokenFor(request: Request): string {
  const key = idempotencyKey(request)
  return key === undefined
    ? randomToken()
    : derivedToken(request.headers.get('cookie'), requestOrigin(request), `invitation ${key}`)
}
