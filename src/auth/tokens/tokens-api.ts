import { Elysia, status } from 'elysia'
import { z } from 'zod'
import { notFound } from '#contract/http-error'
import { about } from '#platform/events/events'
import { parseId } from '#platform/http/ids'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { signedInAdministrator } from '#auth/account/confirm-password'
import { adminOnly } from '#auth/admin-only'
import { requestSecret } from '#auth/sessions/request-secret'
import { apiToken, type ApiToken, apiTokenInput, newApiToken } from './contract'
import { operations } from './operations'
import { addToken, deleteToken, listTokens } from './store'
import { tokenText } from './token-text'

/** Creating, listing and deleting API tokens. */
export const tokensApi = (services: Services) =>
  new Elysia({ tags: ['Tokens'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/tokens', () => listTokens(services.db), {
      response: { 200: z.array(apiToken) },
      detail: operations.listTokens,
    })
    .post(
      '/tokens',
      async (context) => {
        const token = tokenText(requestSecret(context.request, 'api token'))
        const { response } = await commit(
          services,
          context,
          {
            status: 201,
            event: ({ id, name }: ApiToken) => about('token', 'created')({ id, title: name }),
          },
          (tx) => addToken(tx, { token, input: context.body, user: signedInAdministrator(context.request).user }),
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
          },
          (tx) => deleteToken(tx, id),
        )
      },
      { detail: operations.deleteToken },
    )
