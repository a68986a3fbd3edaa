import { giveExample, operations as describe } from '#platform/http/operation'
import { confirmedWrite } from '#auth/operations'
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
  listTokens: {
    summary: 'List the tokens',
    description:
      'Of all administrators, the newest first, those that have expired too. `lastUsedAt` is right to within a minute.',
  },
  createToken: {
    summary: 'Make a token',
    description:
      'With it a program uses the API in the name of whoever makes it, until it expires, is deleted, or its maker is removed. Only a hash of the token is stored: this answer alone tells it. It is made of letters and digits: `industria_`, 43 of the secret, and 6 of a checksum. At most 600 requests a minute.' +
      confirmedWrite,
  },
  deleteTokens: {
    summary: 'Delete all of one’s own tokens',
    description: 'After a password has become known, say. They are refused everywhere within a second.',
  },
  deleteToken: { summary: 'Delete a token', description: 'It is refused everywhere within a second.' },
})
