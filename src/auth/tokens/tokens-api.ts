import { Elysia, status } from 'elysia'
import { z } from 'zod'
import { notFound } from '#contract/http-error'
import { about, emit } from '#platform/events/events'
import { parseId } from '#platform/http/parameters'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { confirmWrite, signedInAdministrator } from '#auth/account/confirmation'
import { adminOnly } from '#auth/admin-only'
import { requestSecret } from '#auth/sessions/sessions'
import { apiToken, type ApiToken, apiTokenInput, newApiToken } from './contract'
import { giveExample, operations as describe } from '#platform/http/operation'
import { addToken, deleteToken, deleteTokensOf, listTokens } from './store'
import { tokenPrefix, tokenText } from './token-text'

const exampleToken = { name: 'Nightly import', scope: 'write' as const, expiresAt: '2099-01-31T00:00:00.000Z' }
giveExample(apiTokenInput, { ...exampleToken, currentPassword: 'correct horse battery' })
const made = {
  ...exampleToken,
  createdBy: { id: 1, username: 'ada' },
  createdAt: '2026-11-02T09:00:00.000Z',
  lastUsedAt: null,
}
giveExample(apiToken, made)
giveExample(newApiToken, { ...made, token: `${tokenPrefix}3kTMd0m2T7bVtKo9sYqZ4XyRrLw8cJfUe1nHpAgBi5x0Ab3Zq` })

const operations = describe({
  listTokens:
    'List API tokens. The tokens of all administrators, including expired ones, newest first. `lastUsedAt` is accurate to one minute.',
  createToken:
    'Create an API token. A token acts on behalf of the administrator who created it, until it expires or is deleted, or the administrator is deleted. It cannot be retrieved later, because only its hash is stored. Format: `industria_`, 43 letters and digits of the secret, 6 of a checksum. Each token is limited to 600 requests a minute.',
  deleteTokens: 'Delete all your API tokens. They stop working within a second.',
  deleteToken: 'Delete an API token. It stops working within a second.',
})

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
        const write = await confirmWrite(services, context)
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
          for (const token of ended) emit(tx, about('token', 'deleted')(token))
        }),
      { detail: operations.deleteTokens },
    )
    .delete(
      '/tokens/:id',
      (context) => {
        const id = parseId(context.params.id, notFound('token'))
        return commit(services, context, { status: 204, event: about('token', 'deleted') }, (tx) => deleteToken(tx, id))
      },
      { detail: operations.deleteToken },
    )
