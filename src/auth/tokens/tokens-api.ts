import { Elysia, status } from 'elysia'
import { z } from 'zod'
import { notFound } from '#contract/http-error'
import { about, emit } from '#platform/events/events'
import { parseId } from '#platform/http/parameters'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { confirmWrite } from '#auth/account/confirmation'
import { signedInAdministrator } from '#auth/account/confirm-password'
import { adminOnly } from '#auth/admin-only'
import type { Passwords } from '#auth/passwords/passwords'
import { requestSecret } from '#auth/sessions/request-secret'
import { apiToken, type ApiToken, apiTokenInput, type ApiTokenInput, newApiToken } from './contract'
import { operations } from './operations'
import { addToken, deleteToken, deleteTokensOf, listTokens } from './store'
import { tokenText } from './token-text'

/** Creating, listing and deleting API tokens. */
export const tokensApi = (services: Services, passwords: Passwords) =>
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
        const write = await confirmWrite<ApiTokenInput, typeof context>(services, passwords, context)
        const { response } = await commit(
          services,
          write,
          {
            status: 201,
            event: ({ id, name }: ApiToken) => about('token', 'created')({ id, title: name }),
          },
          (tx) => addToken(tx, { token, input: write.body, user: signedInAdministrator(context.request).user }),
        )
        return status(201, { ...response, token })
      },
      { body: apiTokenInput, response: { 201: newApiToken }, detail: operations.createToken },
    )
    .delete(
      '/tokens',
      (context) =>
        commit(services, context, { status: 204 }, async (tx) => {
          const ended = await deleteTokensOf(tx, signedInAdministrator(context.request).user.id)
          for (const { id, name } of ended) emit(tx, about('token', 'deleted')({ id, title: name }))
        }),
      { detail: operations.deleteTokens },
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
