import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { testApi } from '#test/api'
import { messageInput } from '#test/inputs'
import { contactMessages } from './table'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({ throttle: false })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

const send = (changes: Record<string, unknown> = {}) =>
  t.send('POST', '/api/contact', { body: { ...messageInput(), ...changes } })
const list = async () => (await t.send('GET', '/api/contact', { cookie })).json
const mark = (id: string | number, body: unknown) => t.send('PUT', `/api/contact/${id}`, { cookie, body })

test('a message is stored unchanged', async () => {
  const answer = await send({ name: '  Ada مرحبا 😀 ', message: '<b>line one</b>\nline two' })
  expect([answer.status, answer.json]).toEqual([
    201,
    { message: "We've received your message and will get back to you soon!" },
  ])
  expect(await list()).toEqual([
    {
      id: 1,
      name: 'Ada مرحبا 😀',
      email: 'ada@example.com',
      subject: 'An engine',
      message: '<b>line one</b>\nline two',
      submittedAt: expect.stringMatching(/\.\d{3}Z$/),
      read: false,
      folder: 'inbox',
      spam: { score: 0, reasons: [] },
      replies: 0,
    },
  ])
})

test('the newest message is first', async () => {
  for (const subject of ['one', 'two', 'three']) await send({ subject })
  expect(await list()).toMatchObject([{ subject: 'three' }, { subject: 'two' }, { subject: 'one' }])
})

test('a message is marked as read, and as new again', async () => {
  await send()
  expect((await mark(1, { read: true })).json).toMatchObject({ id: 1, read: true })
  expect(await list()).toMatchObject([{ read: true }])
  expect((await mark(1, { read: false })).status).toBe(200)
  expect(await list()).toMatchObject([{ read: false }])
  for (const id of ['2', '0', '1e3', '99999999999']) expect((await mark(id, { read: true })).status).toBe(404)
  for (const body of [{}, { read: 'yes' }, { read: null }]) expect((await mark(1, body)).status).toBe(422)
})

test('spam is in no list but its own', async () => {
  expect((await send({ website: 'x' })).status).toBe(201)
  expect(await list()).toEqual([])
  expect(await t.services.db.$count(contactMessages)).toBe(1)
  expect((await t.send('GET', '/api/contact?folder=spam', { cookie })).json).toMatchObject([
    { id: 1, folder: 'spam', spam: { score: 100, reasons: ['Filled in a field people don’t see'] } },
  ])
})

describe('folders', () => {
  const get = (query: string) => t.send('GET', `/api/contact${query}`, { cookie })
  const ids = async (query = '') => ((await get(query)).json as { id: number }[]).map(({ id }) => id)

  test('contain each message once, and the plain list all but spam', async () => {
    for (const subject of ['one', 'two', 'three']) await send({ subject })
    expect((await mark(2, { folder: 'archive' })).json).toMatchObject({ id: 2, folder: 'archive', read: false })
    expect((await mark(3, { folder: 'spam', read: true })).json).toMatchObject({ id: 3, folder: 'spam', read: true })
    expect([await ids('?folder=inbox'), await ids('?folder=archive'), await ids('?folder=spam')]).toEqual([
      [1],
      [2],
      [3],
    ])
    expect([await ids(), await ids('?folder=all')]).toEqual([
      [2, 1],
      [3, 2, 1],
    ])
    expect((await mark(3, { folder: 'archive' })).json).toMatchObject({ folder: 'archive', read: true })
    expect((await mark(3, { folder: 'inbox' })).json).toMatchObject({ folder: 'inbox' })
  })

  test('that do not exist are refused', async () => {
    await send()
    for (const folder of ['trash', 'Inbox', '']) expect((await get(`?folder=${folder}`)).status).toBe(422)
    expect((await get('?folder=inbox&folder=spam')).status).toBe(422)
    for (const folder of ['all', 'trash', '', null, 1]) expect((await mark(1, { folder })).status).toBe(422)
  })

  test('are searched for words, ignoring case and accents, in every field of a message', async () => {
    await send({ name: 'Zoë Ibáñez', subject: 'Pregunta', message: '100% sí' })
    await send({ email: 'zoe@school.example', message: 'A clock_tower' })
    await send({ subject: 'ZOE once more' })
    await mark(3, { folder: 'archive' })
    const found = async (q: string, folder = 'all') => ids(`?folder=${folder}&q=${encodeURIComponent(q)}`)
    expect(await found('zoe')).toEqual([3, 2, 1])
    expect(await found('IBANEZ pregunta')).toEqual([1])
    expect(await found('ibáñez engine')).toEqual([])
    expect(await found('%')).toEqual([1])
    expect(await found('_')).toEqual([2])
    expect(await found("'")).toEqual([])
    expect(await found('school.example')).toEqual([2])
    expect(await found('zoe', 'inbox')).toEqual([2, 1])
    expect(await found('  ')).toEqual([3, 2, 1])
    expect((await get(`?q=${'x'.repeat(201)}`)).status).toBe(422)
    expect((await get('?q=a%00b')).status).toBe(422)
  })
})

test('one message is read by its id, with its thread, and is gone once deleted', async () => {
  await send()
  const answer = await t.send('GET', '/api/contact/1', { cookie })
  expect([answer.status, answer.json]).toMatchObject([200, { id: 1, folder: 'inbox', replies: 0, thread: [] }])
  expect((await t.send('DELETE', '/api/contact/1', { cookie })).status).toBe(204)
  for (const method of ['GET', 'DELETE'])
    for (const id of ['1', '0', 'x', '99999999999'])
      expect([method, id, (await t.send(method, `/api/contact/${id}`, { cookie })).status]).toEqual([method, id, 404])
})

test('the activity log records each change of a message once', async () => {
  await send({ name: 'Bob' })
  for (const body of [{ read: true }, { read: true }, { folder: 'archive' }, { folder: 'archive' }, { read: false }])
    expect((await mark(1, body)).status).toBe(200)
  await mark(1, { read: true, folder: 'inbox' })
  await t.send('DELETE', '/api/contact/1', { cookie })
  const lines = (await t.send('GET', '/api/activity?kind=message', { cookie })).json as Record<string, unknown>[]
  expect(lines.map(({ action, title }) => `${String(action)} ${String(title)}`)).toEqual([
    'deleted Bob',
    'read Bob',
    'moved Bob',
    'updated Bob',
    'moved Bob',
    'read Bob',
  ])
})

test('a key repeats the change of a message, and its answer', async () => {
  await send()
  const ask = (folder: string) =>
    t.send('PUT', '/api/contact/1', { cookie, body: { folder }, headers: { 'idempotency-key': 'once' } })
  const first = await ask('archive')
  await mark(1, { folder: 'inbox' })
  expect((await ask('archive')).json).toEqual(first.json)
  expect((await t.send('GET', '/api/contact/1', { cookie })).json).toMatchObject({ folder: 'inbox' })
  expect((await ask('spam')).status).toBe(422)
})

test('the longest texts fit, one more code unit does not', async () => {
  const longest = { name: 100, subject: 200, message: 5000 }
  expect(
    (await send(Object.fromEntries(Object.entries(longest).map(([field, length]) => [field, 'x'.repeat(length)]))))
      .status,
  ).toBe(201)
  for (const [field, length] of Object.entries(longest))
    expect([field, (await send({ [field]: 'x'.repeat(length + 1) })).status]).toEqual([field, 422])
})

describe('every field is required', () => {
  for (const field of ['name', 'email', 'subject', 'message']) {
    test(field, async () => {
      for (const value of [undefined, null, '', '  \n ', 7, {}, 'a\0', '\u{DC00}']) {
        const { status, json } = await send({ [field]: value })
        expect([status, (json as { issues: { path: string }[] }).issues.map(({ path }) => path)]).toEqual([
          422,
          [field],
        ])
      }
      expect(await t.services.db.$count(contactMessages)).toBe(0)
    })
  }

  test("and is named by its label in the visitor's language", async () => {
    expect(
      (await t.send('POST', '/api/contact', { body: {}, headers: { cookie: 'industria-language=es' } })).json,
    ).toMatchObject({
      issues: [
        { path: 'name', message: 'Campo obligatorio: Nombre' },
        { path: 'email' },
        { path: 'subject', message: 'Campo obligatorio: Asunto' },
        { path: 'message' },
      ],
    })
  })
})
