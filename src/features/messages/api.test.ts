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

test('a message arrives as it was written', async () => {
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

test('what robots send is in no list but that of spam', async () => {
  expect((await send({ website: 'x' })).status).toBe(201)
  expect(await list()).toEqual([])
  expect(await t.services.db.$count(contactMessages)).toBe(1)
  expect((await t.send('GET', '/api/contact?folder=spam', { cookie })).json).toMatchObject([
    { id: 1, folder: 'spam', spam: { score: 100, reasons: ['Filled in a field that people do not see'] } },
  ])
})

test('the longest texts fit, one more unit does not', async () => {
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
