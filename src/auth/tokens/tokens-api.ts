import { Elysia, status } from 'elysia'
import { z } from 'zod'
import { notFound, unauthorized } from '#contract/http-error'
import { about } from '#platform/events/events'
import { parseId } from '#platform/http/ids'
import { jsonBodies } from '#platform/http/json-body'
import { requestActor, requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { idempotencyKey } from '#platform/writes/idempotency'
import { adminOnly } from '#auth/admin-only'
import type { User } from '#auth/contract'
import { derivedToken } from '#auth/sessions/sessions'
import { randomToken } from '#auth/sessions/tokens'
import { apiToken, type ApiToken, apiTokenInput, newApiToken } from './contract'
import { operations } from './operations'
import { addToken, deleteToken, listTokens } from './store'
import { tokenText } from './token-text'

/** The tokens with which programs use the API. */
export const tokensApi = (services: Services) =>
  new Elysia({ tags: ['Tokens'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .use(jsonBodies())
    .get('/tokens', () => listTokens(services.db), {
      response: { 200: z.array(apiToken) },
      detail: operations.listTokens,
    })
    .post(
      '/tokens',
      async (context) => {
        const token = tokenFor(context.request)
        const { response } = await commit(
          services,
          context,
          {
            status: 201,
            event: ({ id, name }: ApiToken) => about('token', 'created')({ id, title: name }),
          },
          (tx) => addToken(tx, { token, input: context.body, user: asking(context.request) }),
        )
        return status(201, { ...response, token })
      },
      { body: apiTokenInput, response: { 201: newApiToken }, detail: operations.createToken },
    )
    .delete(
      '/tokens/:id',
      (context) => {
        const id = parseId(context.params.id, notFound('token'))
        return commit(
          services,
          context,
          {
            status: 204,
            event: ({ name }: { name: string }) => about('token', 'deleted')({ id, title: name }),
            answer: () => undefined,
          },
          (tx) => deleteToken(tx, id),
        )
      },
      { detail: operations.deleteToken },
    )

/**
 * What repeats of a request are answered from must not hold the token: it follows from their key, and from the cookie
 * that nobody stores.
 */
function tokenFor(request: Request): string {
  const key = idempotencyKey(request)
  return tokenText(
    key === undefined
      ? randomToken()
      : derivedToken(request.headers.get('cookie'), requestOrigin(request), `api token ${key}`),
  )
}

/** Of a request that a guard has let in. */
function asking(request: Request): User {
  const actor = requestActor(request)
  if (actor.is !== 'administrator') throw unauthorized()
  return actor.user
}
