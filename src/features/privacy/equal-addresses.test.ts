import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { users } from '#auth/table'
import { outbox } from '#platform/mail/table'
import { waitlistSubscribers } from '#features/waitlist/table'
import { renewKeys } from '#features/waitlist/store'
import { testApi } from '#test/api'
import { messageInput } from '#test/inputs'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({
    throttle: false,
    siteUrl: 'http://localhost',
    mail: { url: 'smtp://127.0.0.1:1', from: 'site@acme.example', to: ['owner@acme.example'] },
  })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

const unicode = 'ana@español.example'
const ascii = 'ana@xn--espaol-zwa.example'
const spellings = [
  unicode,
  ascii,
  'Ana@ESPAÑOL.example',
  'ANA@XN--ESPAOL-ZWA.EXAMPLE',
  'ana@espan\u0303ol.example',
  ' ana@español.example ',
]

const ask = async <Shape>(method: string, path: string, body?: object) =>
  (await t.send(method, path, { cookie, body })).json as Shape
const join = (email: string) => t.send('POST', '/api/waitlist', { body: { email } })
const rows = () => t.services.db.select().from(waitlistSubscribers).orderBy(waitlistSubscribers.id)

test('a domain, or a part of it, finds both spellings, and a word nothing that it does not stand in', async () => {
  for (const email of [unicode, 'eva@xn--espaol-zwa.example', 'bob@http.example'])
    expect((await t.send('POST', '/api/contact', { body: { ...messageInput(), email } })).status).toBe(201)
  for (const email of [unicode, 'eva@xn--espaol-zwa.example', 'bob@http.example']) await join(email)
  const counts = async (q: string) => {
    const found = ['/api/contact', '/api/waitlist'].map((path) =>
      ask<object[]>('GET', `${path}?q=${encodeURIComponent(q)}`),
    )
    return [q, ...(await Promise.all(found)).map(({ length }) => length)]
  }
  for (const q of ['español.example', 'XN--ESPAOL-ZWA.example', '@español.example', 'Español', 'xn--espaol-zwa'])
    expect(await counts(q)).toEqual([q, 2, 2])
  for (const q of ['http://español.example', 'español/x', 'ñu%41']) expect(await counts(q)).toEqual([q, 0, 0])
})

test('all spellings of a domain are one subscriber, under the first one', async () => {
  for (const email of spellings) expect([email, (await join(email)).status]).toEqual([email, 201])
  expect(await rows()).toMatchObject([{ email: unicode, emailKey: ascii }])
  await join('ana@espanol.example')
  expect(await rows()).toHaveLength(2)
})

describe.each(spellings)('by %p', (spelling) => {
  beforeEach(async () => {
    for (const email of [unicode, ascii, 'eva@español.example'])
      expect((await t.send('POST', '/api/contact', { body: { ...messageInput(), email } })).status).toBe(201)
    await join(unicode)
    await join('eva@xn--espaol-zwa.example')
    expect(await t.services.db.$count(outbox)).toBe(5)
  })

  test('all that is held of the person is exported and erased', async () => {
    type Parts = { messages: object[]; subscribers: object[]; mails: object[] }
    const held = await ask<Parts>('POST', '/api/privacy/export', { email: spelling })
    expect([held.messages.length, held.subscribers.length, held.mails.length]).toEqual([2, 1, 3])
    expect(await ask('POST', '/api/privacy/erase', { email: spelling })).toMatchObject({
      messages: 2,
      subscribers: 1,
      mails: 3,
    })
    expect((await rows()).map(({ email }) => email)).toEqual(['eva@xn--espaol-zwa.example'])
    expect(await ask<object[]>('GET', '/api/contact')).toHaveLength(1)
    expect(JSON.stringify(await t.services.db.select().from(outbox))).not.toContain('ana@')
  })

  test('messages and subscribers are found', async () => {
    const q = encodeURIComponent(spelling)
    expect((await ask<object[]>('GET', `/api/contact?q=${q}`)).length).toBe(2)
    expect((await ask<object[]>('GET', `/api/waitlist?q=${q}`)).length).toBe(1)
  })

  test('an administrator is found for a reset', async () => {
    await t.services.db.update(users).set({ email: unicode })
    await t.send('POST', '/api/password-resets', { body: { username: spelling } })
    expect(await t.services.db.$count(outbox, eq(outbox.kind, 'password-reset'))).toBe(1)
    await t.services.db.update(users).set({ email: ascii })
    await t.send('POST', '/api/password-resets', { body: { username: spelling } })
    expect(await t.services.db.$count(outbox, eq(outbox.kind, 'password-reset'))).toBe(2)
  })
})

describe('rows of the last release', () => {
  const old = (email: string, state: 'pending' | 'confirmed' | 'unsubscribed' = 'pending') =>
    t.services.db.insert(waitlistSubscribers).values({ email, emailKey: email, state })

  test('are found by a new sign-up', async () => {
    await old(unicode, 'confirmed')
    await join(ascii)
    expect(await rows()).toMatchObject([{ email: unicode, emailKey: ascii, state: 'confirmed' }])
  })

  test.each([
    ['pending', 'pending', unicode],
    ['pending', 'confirmed', ascii],
    ['confirmed', 'pending', unicode],
    ['unsubscribed', 'confirmed', ascii],
    ['pending', 'unsubscribed', ascii],
  ] as const)('that are %p and %p in both spellings become one', async (first, second, left) => {
    await old(unicode, first)
    await old(ascii, second)
    await old('jürgen@acme.example')
    await t.services.db.transaction((tx) => renewKeys(tx))
    expect(await rows()).toMatchObject([{ email: left, emailKey: ascii }, { emailKey: 'jürgen@acme.example' }])
    await t.services.db.transaction((tx) => renewKeys(tx))
    expect(await rows()).toHaveLength(2)
  })
})

test('the mail server gets the domain as the DNS has it', async () => {
  const sent = await createTransport({ streamTransport: true }).sendMail({
    from: 'a@acme.example',
    to: unicode,
    text: 'x',
  })
  expect(sent.envelope.to).toEqual([ascii])
})

describe('a line break is one character', () => {
  // 49 lines: 4,999 characters as the field counts them, 5,047 as a form sends them.
  const text = `${`${'x'.repeat(101)}\n`.repeat(48)}${'y'.repeat(103)}`
  const contact = (message: string, further: object = {}) =>
    t.send('POST', '/api/contact', { body: { ...messageInput(), message, ...further } })

  test('in a message, which is stored with line feeds', async () => {
    expect([text.length, text.replaceAll('\n', '\r\n').length]).toEqual([4999, 5047])
    for (const end of ['\r\n', '\r', '\n']) expect((await contact(text.replaceAll('\n', end))).status).toBe(201)
    const messages = await ask<{ message: string }[]>('GET', '/api/contact?folder=all')
    expect(messages.map(({ message }) => message === text)).toEqual([true, true, true])
    expect((await contact(`${text}\r\nz`)).status).toBe(422)
    expect((await contact(`${text}zz`)).status).toBe(422)
    expect((await contact(`${text}z`)).status).toBe(201)
  })

  test('in a reply, in a name and in a subject', async () => {
    expect(
      (await contact('Hello', { name: `${'n'.repeat(98)}\r\nn`, subject: `${'s'.repeat(198)}\r\ns` })).status,
    ).toBe(201)
    const [{ id } = { id: 0 }] = await ask<{ id: number }[]>('GET', '/api/contact')
    const reply = (body: string) => t.send('POST', `/api/contact/${id}/replies`, { cookie, body: { body } })
    const long = `${'x'.repeat(99)}\r\n`.repeat(199) + 'x'.repeat(100)
    expect((await reply(long)).status).toBe(201)
    expect((await reply(`${long}x`)).status).toBe(422)
  })
})
