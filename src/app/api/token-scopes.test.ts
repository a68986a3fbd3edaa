import { afterAll, beforeAll, expect, test } from 'bun:test'
import { tokenScopes } from '#auth/tokens/contract'
import { testApi } from '#test/api'
import { documentedRoutes } from './openapi'
import { neededScope, openParts } from './token-scopes'

let t: Awaited<ReturnType<typeof testApi>>
const tokens = { read: '', write: '' }
beforeAll(async () => {
  t = await testApi({ throttle: false })
  const cookie = await t.signIn()
  for (const scope of tokenScopes) {
    const { json } = await t.send('POST', '/api/tokens', { cookie, body: { name: scope, scope } })
    tokens[scope] = (json as { token: string }).token
  }
})
afterAll(() => t.close())

/** Parts of the API that are closed to tokens, whatever their routes. */
const closedParts = [
  'account',
  'backups',
  'find',
  'imports',
  'invitations',
  'login',
  'logout',
  'mail',
  'newsletters',
  'outbox',
  'password-resets',
  'presence',
  'preview',
  'previews',
  'privacy',
  'register',
  'restores',
  'samples',
  'sessions',
  'settings',
  'setup',
  'site',
  'status',
  'system',
  'tokens',
  'users',
  'visits',
  'webhooks',
]
/** Closed routes of other parts, which are not about content. */
const closedRoutes = ['PUT /api/checklist/:key', 'POST /api/links/check']

const isClosed = (name: string) =>
  closedRoutes.includes(name) || closedParts.some((part) => `${name}/`.includes(` /api/${part}/`))

const routes = () =>
  documentedRoutes(t.api).map((route) => ({
    ...route,
    name: `${route.method} ${route.path}`,
    scope: neededScope(route),
  }))

test('each route either accepts tokens or does not: a new one has to be decided on', () => {
  const all = routes()
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter(({ name, scope }) => (scope !== undefined) === isClosed(name)).map(({ name }) => name)).toEqual([])
  expect(closedParts.filter((part) => !all.some(({ path }) => `${path}/`.startsWith(`/api/${part}/`)))).toEqual([])
  expect(openParts.filter((part) => !all.some(({ path }) => `${path}/`.startsWith(`/api/${part}/`)))).toEqual([])
  expect(
    all.filter(({ method, scope }) => (method === 'GET') !== (scope === 'read') && scope).map(({ name }) => name),
  ).toEqual([])
})

test('a token is accepted where its scope allows it, and refused everywhere else before the body is read', async () => {
  for (const { name, method, path, scope: needed } of routes())
    for (const scope of tokenScopes) {
      const answer = await t.api.handle(
        new Request(`http://localhost${path.replaceAll(/:\w+/g, '1')}`, {
          method,
          headers: { authorization: `Bearer ${tokens[scope]}`, origin: 'https://elsewhere.example' },
          ...(method === 'GET' ? {} : { body: '{' }),
        }),
      )
      await answer.body?.cancel()
      const isOpen = needed !== undefined && (needed === 'read' || scope === 'write')
      const challenge = isOpen ? null : 'Bearer error="insufficient_scope"'
      expect([name, scope, answer.headers.get('www-authenticate')]).toEqual([name, scope, challenge])
      expect([name, scope, answer.status === 403]).toEqual([name, scope, !isOpen])
      expect([name, scope, answer.status === 401]).toEqual([name, scope, false])
    }
})

test('an invalid token is refused on every route, public ones too', async () => {
  for (const { name, method, path } of routes()) {
    const answer = await t.api.handle(
      new Request(`http://localhost${path.replaceAll(/:\w+/g, '1')}`, {
        method,
        headers: { authorization: `Bearer ${tokens.write.slice(1)}`, origin: 'https://elsewhere.example' },
        ...(method === 'GET' ? {} : { body: '{' }),
      }),
    )
    const { status, headers } = answer
    await answer.body?.cancel()
    expect([name, status, headers.get('www-authenticate')]).toEqual([name, 401, 'Bearer error="invalid_token"'])
  }
})
