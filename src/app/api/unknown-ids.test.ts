import { afterAll, beforeAll, expect, test } from 'bun:test'
import { testApi } from '#test/api'
import { postInput } from '#test/inputs'
import { documentedRoutes } from './openapi'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({ throttle: false, webhookAllow: ['127.0.0.0/8'] })
  cookie = await t.signIn()
})
afterAll(() => t.close())

/** A window names itself: any name is right. */
const routes = () =>
  documentedRoutes(t.api).filter(
    ({ path }) => path.startsWith('/api/') && path.includes(':') && path !== '/api/presence/:window',
  )

const unknown = ['999', '0', '-1', '01', '1e3', '0x10', '1.0', '99999999999', 'abc', '%31%32', '٣']

const json = { 'content-type': 'application/json' }
/** Bodies that are refused by themselves, and one that some routes take. */
const bodies = [
  { body: undefined, headers: {} },
  { body: '{}', headers: json },
  { body: '[]', headers: json },
  { body: '{', headers: json },
  { body: `"${'x'.repeat(1_100_000)}"`, headers: json },
  { body: 'x', headers: { 'content-type': 'text/plain' } },
  { body: '{"currentPassword":"wrong"}', headers: json },
  { body: '{}', headers: { ...json, 'if-match': '"7"', 'idempotency-key': ' ' } },
]

async function statusesOf(method: string, path: string): Promise<number[]> {
  const sent = method === 'GET' ? [{ body: undefined, headers: {} }] : bodies
  const answers = await Promise.all(sent.map((ask) => t.send(method, path, { ...ask, cookie })))
  return [...new Set(answers.map(({ status }) => status))]
}

test('an unknown id is a 404 on every route, whatever else is wrong with the request', async () => {
  expect(routes().length).toBeGreaterThan(60)
  const wrong: unknown[] = []
  for (const { method, path } of routes()) {
    for (const id of unknown) {
      const address = path.replace(/:\w+/, id).replaceAll(/:\w+/g, '1')
      const statuses = await statusesOf(method, address)
      if (statuses.join() !== '404') wrong.push([method, address, statuses])
    }
  }
  expect(wrong).toEqual([])
})

test('so is the unknown id of a part of a record that is there', async () => {
  await t.send('POST', '/api/blog', { cookie, body: postInput() })
  const parts = routes().filter(({ path }) => path.startsWith('/api/blog/') && path.includes('/:version'))
  expect(parts.length).toBe(2)
  for (const { method, path } of parts) {
    for (const version of unknown)
      expect([
        method,
        path,
        version,
        await statusesOf(method, path.replace(':key', '1').replace(':version', version)),
      ]).toEqual([method, path, version, [404]])
  }
})

test('a query that is refused does not hide it either', async () => {
  for (const path of ['/api/webhooks/999/deliveries?limit=x', '/api/newsletters/999/html?language=xx'])
    expect([path, (await t.send('GET', path, { cookie })).status]).toEqual([path, 404])
  expect((await t.send('GET', '/api/contact?folder=x', { cookie })).status).toBe(422)
})
