import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { setClientAddress } from '#platform/http/request-facts'
import { origin, testApi } from '#test/api'
import { messageInput } from '#test/inputs'
import { waitlistSubscribers } from './table'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi()
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

const join = (email: unknown, more = {}, headers = {}) =>
  t.send('POST', '/api/waitlist', { body: { email, ...more }, headers })
const emails = async () =>
  ((await t.send('GET', '/api/waitlist', { cookie })).json as { email: string }[]).map(({ email }) => email)

test('an address subscribes once, however often and however it is spelled, and the answer does not reveal it', async () => {
  const first = await join(' Usuario@Español.es ')
  expect([first.status, first.json]).toEqual([201, { message: 'You have been added to our waitlist.' }])
  const second = await join('usuario@español.ES')
  expect([second.status, second.text, [...second.headers]]).toEqual([first.status, first.text, [...first.headers]])
  expect((await t.send('GET', '/api/waitlist', { cookie })).json).toEqual([
    {
      id: 1,
      email: 'Usuario@Español.es',
      submittedAt: expect.stringMatching(/Z$/),
      state: 'unasked',
      news: false,
      language: 'en',
    },
  ])
})

test("the answer is in the visitor's language", async () => {
  expect((await join('ada@example.com', {}, { cookie: 'industria-language=es' })).json).toEqual({
    message: 'Le hemos añadido a nuestra lista de espera.',
  })
  expect((await join('ada', {}, { cookie: 'a=b; industria-language=es' })).json).toMatchObject({
    message: 'Introduzca una dirección de correo válida',
  })
  expect((await join('ada', {}, { cookie: 'industria-language=xx' })).json).toEqual({
    message: 'Please enter a valid email address',
    issues: [{ path: 'email', message: 'Please enter a valid email address' }],
  })
})

test('an invalid address is refused', async () => {
  for (const email of ['', 'ada', 'ada@', 7, null, undefined, {}, 'a\0@example.com', `${'a'.repeat(300)}@example.com`])
    expect([email, (await join(email)).status]).toEqual([email, 422])
  expect(await t.services.db.$count(waitlistSubscribers)).toBe(0)
})

test('robots get the usual answer and are not stored, and do not block the owner of the address', async () => {
  const trapped = await join('ada@example.com', { website: 'https://spam.example' })
  expect(await emails()).toEqual([])
  expect(await t.services.db.$count(waitlistSubscribers)).toBe(1)
  const genuine = await join('ada@example.com', { website: '' })
  expect([trapped.status, trapped.text]).toEqual([genuine.status, genuine.text])
  expect(await emails()).toEqual(['ada@example.com'])
})

test('robots cannot tell that the honeypot caught them', async () => {
  for (const website of ['x'.repeat(5000), '\0', 1, {}])
    expect([website, (await join('bot@example.com', { website })).status]).toEqual([website, 201])
  expect(await emails()).toEqual([])
  expect((await join('ada@example.com', { website: null })).status).toBe(201)
  expect(await emails()).toEqual(['ada@example.com'])
})

test('an address sends five forms in a minute, of any kind; refused and repeated ones do not count', async () => {
  expect((await join('no address')).status).toBe(422)
  for (let round = 0; round < 4; round++)
    expect((await join('ada@example.com', {}, { 'idempotency-key': 'same' })).status).toBe(201)
  for (let round = 0; round < 4; round++)
    expect((await t.send('POST', '/api/contact', { body: messageInput() })).status).toBe(201)
  const refused = await join('bob@example.com')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(50, 61)
  expect(await emails()).toEqual(['ada@example.com'])
})

test('of twenty concurrent ones five pass', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => join(`a${index}@example.com`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  expect(await emails()).toHaveLength(5)
})

test('another address is not limited', async () => {
  for (let round = 0; round < 6; round++) await join(`a${round}@example.com`)
  const request = new Request(`${origin}/api/waitlist`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: '{"email":"far@example.com"}',
  })
  setClientAddress(request, '198.51.100.7')
  expect((await t.api.handle(request)).status).toBe(201)
})
