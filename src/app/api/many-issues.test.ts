import { afterAll, beforeAll, expect, test } from 'bun:test'
import { measureJson } from '#text/nesting'
import { testApi } from '#test/api'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({ throttle: false })
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

type Refused = { message: string; issues: { path: string; message: string }[] }

async function refusal(method: string, path: string, body: unknown, more: Record<string, string> = {}) {
  const { status, json } = await t.send(method, path, { body, headers: more, cookie: more.cookie ?? cookie })
  expect([path, status]).toEqual([path, 422])
  return json as Refused
}

const named = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key-${at}`, value]))
const list = (count: number, value: unknown) => Array.from({ length: count }, () => value)

/** Bodies in which each of `count` values is a fault, for every route with a list or any names in its body. */
const bodies = (count: number): [method: string, path: string, body: unknown][] => [
  ['PUT', '/api/site/texts', named(count, { en: 'x' })],
  ['PUT', '/api/site/texts', named(count, 1)],
  ['PUT', '/api/site/texts', { 'blog.by': named(count, 1) }],
  ['PUT', '/api/site', { footer: named(count, 'x') }],
  ['PUT', '/api/site', { navigation: [{ label: named(count, 'x'), href: '/' }] }],
  ['POST', '/api/pages', { title: 'x', blocks: [{ id: 'a', type: 'text', html: 'x', ...named(count, 1) }] }],
  ['POST', '/api/pages', { title: 'x', blocks: [], translations: { es: { blocks: named(count, 1) } } }],
  ['POST', '/api/webhooks', { url: 'https://hooks.example/', events: list(count, 'x') }],
  ['PUT', '/api/projects/order', { ids: list(count, 'x') }],
]

test('an answer lists at most 50 issues, and says that there are more', async () => {
  const counted: number[] = []
  for (const [method, path, body] of bodies(1900)) {
    const { message, issues } = await refusal(method, path, body)
    expect(issues.length).toBeLessThanOrEqual(50)
    expect(new Set(issues.map((issue) => issue.path)).size).toBe(issues.length)
    if (issues.length === 50) expect(message).toBe('Please check the fields: the first 50 are listed')
    counted.push(issues.length)
  }
  expect(counted.filter((count) => count === 50).length).toBeGreaterThan(5)
  const spanish = { cookie: `${cookie}; industria-language=es` }
  const { message } = await refusal('PUT', '/api/site/texts', named(60, { en: 'x' }), spanish)
  expect(message).toBe('Revise los campos: se indican los primeros 50')
})

test('an answer with 50 issues or fewer lists all of them', async () => {
  for (const count of [2, 49, 50]) {
    const { message, issues } = await refusal('PUT', '/api/site/texts', named(count, { en: 'x' }))
    expect([message, issues.length]).toEqual(['Please check the fields', count])
    expect(issues[count - 1]?.path).toBe(`key-${count - 1}`)
  }
})

test('a body with more values than any route takes is refused before they are looked at', async () => {
  for (const [method, path, body] of [
    ...bodies(40_000),
    ['POST', '/api/blog', { title: list(9_000, [1, 2]) }] as const,
  ]) {
    const { message, issues } = await refusal(method, path, body)
    expect(issues).toEqual([{ path: '', message }])
    expect(message).toBe('This contains more values than the site can store at once')
  }
  const stranger = await t.send('PUT', '/api/site/texts', { body: named(40_000, 1) })
  expect(stranger.status).toBe(401)
  const malformed = await t.send('PUT', '/api/site/texts', { cookie, body: `[${'1,'.repeat(40_000)}` })
  expect(malformed.status).toBe(400)
})

test('the longest order and the largest texts are no such body', async () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => at + 1)
  // None of these projects is there.
  const order = await refusal('PUT', '/api/projects/order', { ids })
  expect(order.issues.map(({ path }) => path)).toEqual(['ids'])
  const texts = (await t.send('GET', '/api/site/texts', { cookie })).json as { key: string }[]
  const body = Object.fromEntries(texts.map(({ key }) => [key, { en: null, es: null }]))
  expect(Object.keys(body).length).toBeGreaterThan(100)
  expect((await t.send('PUT', '/api/site/texts', { cookie, body })).status).toBe(200)
})

test('the values and names of a JSON text are counted without those in its texts', () => {
  expect(measureJson('{"a":"{[,","b":[1,2,[3]],"c\\",":{}}')).toEqual({ deepest: 3, values: 8, names: 3 })
  expect(measureJson('[1,2,3,4]')).toEqual({ deepest: 1, values: 4, names: 1 })
  expect(measureJson('[{"a":1},{"a":1,"b":2}]')).toMatchObject({ names: 2 })
})
