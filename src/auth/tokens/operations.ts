import { giveExample, operations as describe } from '#platform/http/operation'
import { apiToken, apiTokenInput, newApiToken } from './contract'
import { tokenPrefix } from './token-text'

const about = { name: 'Nightly import', scope: 'write' as const, expiresAt: '2099-01-31T00:00:00.000Z' }
giveExample(apiTokenInput, { ...about, currentPassword: 'correct horse battery' })
const made = {
  ...about,
  createdBy: { id: 1, username: 'ada' },
  createdAt: '2026-11-02T09:00:00.000Z',
  lastUsedAt: null,
}
giveExample(apiToken, made)
giveExample(newApiToken, { ...made, token: `${tokenPrefix}3kTMd0m2T7bVtKo9sYqZ4XyRrLw8cJfUe1nHpAgBi5x0Ab3Zq` })

export const operations = describe({
  listTokens:
    'List API tokens. The tokens of all administrators, including expired ones, newest first. `lastUsedAt` is accurate to one minute.',
  createToken:
    'Create an API token. A token acts on behalf of the administrator who created it, until it expires or is deleted, or the administrator is deleted. It cannot be retrieved later, because only its hash is stored. Format: `industria_`, 43 letters and digits of the secret, 6 of a checksum. Each token is limited to 600 requests a minute.',
  deleteTokens: 'Delete all your API tokens. They stop working within a second.',
  deleteToken: 'Delete an API token. It stops working within a second.',
})
