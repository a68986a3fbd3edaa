import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { sendDue } from '#platform/mail/send'
import { outbox } from '#platform/mail/table'
import { origin, testApi } from '#test/api'
import { messageInput } from '#test/inputs'
import { startMailServer } from '#test/network/mail-server'
import { activity } from '#features/activity/table'

let t: Awaited<ReturnType<typeof testApi>>
let server: Awaited<ReturnType<typeof startMailServer>>
let cookie: string
beforeAll(async () => {
  t = await testApi({ throttle: false, siteUrl: origin, siteName: 'Acme' })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
  server = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody@') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
  })
  t.services.config.mail = {
    url: `smtp://127.0.0.1:${server.port}`,
    from: '"Acme" <site@acme.example>',
    to: ['"Grace, of Acme" <grace@acme.example>', 'bob@acme.example'],
  }
})
afterEach(() => server.close())
afterAll(() => t.close())

type Sent = { cookie?: string; referer?: string }
const write = (changes: object = {}, headers: Sent = {}) =>
  t.send('POST', '/api/contact', { body: { ...messageInput(), ...changes }, headers: { ...headers } })
const reply = (body: unknown = { body: 'We would love to.' }, id: number | string = 1) =>
  t.send('POST', `/api/contact/${id}/replies`, { cookie, body })
const read = async (id = 1) =>
  (await t.send('GET', `/api/contact/${id}`, { cookie })).json as { thread: Record<string, unknown>[] }

/** Sends pending mails, and returns those to the visitor or to the owner. */
async function mails(to: string) {
  await sendDue(t.services)
  const all = await Promise.all(server.taken.map((raw) => PostalMime.parse(raw)))
  return all
    .map((mail, index) => ({ mail, raw: server.taken[index]!, recipients: server.recipients[index]! }))
    .filter(({ recipients }) => recipients.includes(to))
}
const header = (mail: { headers: { key: string; value: string }[] }, name: string) =>
  mail.headers.find(({ key }) => key === name)?.value

describe('a reply', () => {
  test('is mailed to the sender, with a Reply-To address, and quotes the message', async () => {
    await write({ message: 'Good day.\n\n<b>Have you</b> a moment?' })
    const { status, json } = await reply({ body: ' We would love to.\n\nGrace ' })
    expect([status, json]).toEqual([
      201,
      {
        id: 1,
        at: expect.stringMatching(/\.\d{3}Z$/),
        by: { id: 1, username: 'ada' },
        body: 'We would love to.\n\nGrace',
        mail: { id: expect.any(Number), state: 'waiting' },
      },
    ])
    const told = await mails('ada@example.com')
    expect(told).toHaveLength(1)
    const { mail } = told[0]!
    expect(mail.subject).toBe('Re: An engine')
    expect(mail.to).toMatchObject([{ address: 'ada@example.com' }])
    expect(mail.from).toMatchObject({ name: 'Acme', address: 'site@acme.example' })
    expect(mail.replyTo).toMatchObject([{ name: 'Grace, of Acme', address: 'grace@acme.example' }])
    expect(header(mail, 'in-reply-to')).toBeUndefined()
    expect(mail.text).toStartWith('We would love to.\n\nGrace\n\nOn ')
    expect(mail.text).toContain('Ada Lovelace wrote:\n> Good day.\n>\n> <b>Have you</b> a moment?')
    expect(mail.html).toContain('&lt;b&gt;Have you&lt;/b&gt; a moment?')
    expect(mail.html).not.toContain('<b>')
    expect((await read()).thread).toMatchObject([{ id: 1, mail: { state: 'sent' } }])
  })

  test('has In-Reply-To and References from the second on', async () => {
    await write()
    for (let turn = 0; turn < 3; turn++) await reply({ body: `Answer ${turn}` })
    const ids = (await mails('ada@example.com'))
      .toSorted((a, b) => a.mail.text!.localeCompare(b.mail.text!))
      .map(({ mail }) => [mail.messageId, header(mail, 'in-reply-to'), header(mail, 'references')])
    const [one, two] = ids.map(([id]) => id)
    expect(ids.map(([, ...rest]) => rest)).toEqual([
      [undefined, undefined],
      [one, one],
      [two, `${one} ${two}`],
    ])
  })

  test('counts with its message, which becomes read, and is in the activity log without its text', async () => {
    await write()
    await reply({ body: 'for your eyes only' })
    await reply()
    expect((await t.send('GET', '/api/contact', { cookie })).json).toMatchObject([{ read: true, replies: 2 }])
    expect((await read()).thread.map(({ body }) => body)).toEqual(['for your eyes only', 'We would love to.'])
    const lines = await t.services.db.select().from(activity)
    expect(lines).toMatchObject([
      { action: 'replied', kind: 'message', recordId: '1', title: 'Ada Lovelace' },
      { action: 'replied' },
    ])
    expect(JSON.stringify(lines)).not.toContain('eyes')
  })

  test('sent concurrently with others continues one chain of In-Reply-To', async () => {
    await write()
    const answers = await Promise.all(Array.from({ length: 5 }, (_, turn) => reply({ body: `Answer ${turn}` })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const told = await mails('ada@example.com')
    expect(new Set(told.map(({ mail }) => header(mail, 'in-reply-to'))).size).toBe(5)
  })

  test('repeated with one key is sent once', async () => {
    await write()
    const ask = () =>
      t.send('POST', '/api/contact/1/replies', { cookie, body: { body: 'Once' }, headers: { 'idempotency-key': 'k' } })
    const [first, second] = [await ask(), await ask()]
    expect(second.json).toEqual(first.json)
    expect(await mails('ada@example.com')).toHaveLength(1)
  })

  test('is refused without mail, without a text, beyond 20,000 characters, and for an unknown message', async () => {
    await write()
    expect((await reply({ body: '😀'.repeat(20_000) })).status).toBe(201)
    for (const body of ['', ' \n', 'x'.repeat(20_001), null, 7, 'a\0'])
      expect([body, (await reply({ body })).status]).toEqual([body, 422])
    for (const id of [2, 0, 'x']) expect((await reply(undefined, id)).status).toBe(404)
    t.services.config.mail = undefined
    expect([(await reply()).status, (await reply(undefined, 2)).status]).toEqual([409, 404])
    expect((await reply()).json).toEqual({
      message: 'This site can’t send mail: please reply with your own mail program',
    })
    expect((await read()).thread).toHaveLength(1)
  })

  test('to an address that bounces is marked in the thread', async () => {
    await write({ email: 'nobody@example.com' })
    await reply()
    await mails('nobody@example.com')
    expect((await read()).thread).toMatchObject([{ mail: { state: 'failed' } }])
    expect((await t.send('GET', '/api/outbox?state=failed', { cookie })).json).toMatchObject([
      { kind: 'reply', to: 'nobody@example.com', lastError: '550 No such user' },
    ])
  })

  test('is deleted with its message, while its mail is still sent', async () => {
    await write()
    await reply()
    const gone = await t.send('DELETE', '/api/contact/1', { cookie })
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect((await t.send('GET', '/api/contact/1', { cookie })).status).toBe(404)
    expect(await mails('ada@example.com')).toHaveLength(1)
  })
})

describe('the language of a mail', () => {
  const spanishPage = { referer: `${origin}/es/contact/` }
  const spanishChoice = { cookie: 'industria-language=es' }

  test.each([spanishPage, spanishChoice])(
    'to a visitor is that of the page on which they wrote: %p',
    async (headers) => {
      await write({}, headers)
      await reply()
      const [told] = await mails('ada@example.com')
      expect(told?.mail.text).toContain('Ada Lovelace escribió:')
      expect(told?.mail.html).toContain('<html lang="es">')
      const [owners] = await mails('grace@acme.example')
      expect(owners?.mail.text).toContain('wrote to you')
    },
  )

  test('to a visitor is English where the page was, whatever the language of the owner', async () => {
    await t.send('PUT', '/api/settings', { cookie, body: { ownerLanguage: 'es' } })
    await write()
    await reply()
    expect((await mails('ada@example.com'))[0]?.mail.text).toContain('Ada Lovelace wrote:')
    expect((await mails('grace@acme.example'))[0]?.mail.text).toContain('le ha escrito')
  })
})

describe('visitor input never becomes a mail header', () => {
  const nasty = {
    'line breaks': 'Eve\r\nBcc: all@evil.example\r\n\r\nHello',
    'other line ends': 'Eve\u2028Bcc: all@evil.example\u0085X: y\u000b',
    quotes: '"Eve" <boss@acme.example>, all@evil.example;',
    'an encoded line break': '=?utf-8?Q?Eve=0D=0ABcc:_all@evil.example?=',
    'another direction': '\u202egpj.elif\u202c \u2066',
    emoji: '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(8),
    'long words': '𝔁'.repeat(100),
  }

  test.each(Object.entries(nasty))('%s', async (_, text) => {
    expect((await write({ name: text, subject: `${text} – ${text.slice(0, 20)}`.toWellFormed() })).status).toBe(201)
    expect((await reply()).status).toBe(201)
    const told = [...(await mails('ada@example.com')), ...(await mails('grace@acme.example'))]
    expect(told).toHaveLength(2)
    for (const { mail, raw, recipients } of told) {
      expect(recipients).toHaveLength(1)
      expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(
        [
          ...(mail.to?.[0]?.address === 'ada@example.com' ? [] : ['auto-submitted']),
          'content-type',
          'date',
          'from',
          'message-id',
          'mime-version',
          'reply-to',
          'subject',
          'to',
        ].toSorted(),
      )
      expect(mail.from?.address).toBe('site@acme.example')
      expect([mail.to?.length, mail.bcc]).toEqual([1, undefined])
      expect(mail.subject).not.toMatch(/[\r\n\u2028\u202e]/)
      expect(mail.text).not.toMatch(/^(?:Bcc|X):/m)
      for (const line of raw.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(998)
      expect(raw).toMatch(/^[\x20-\x7e\t\r\n]*$/)
    }
  })

  test('and five thousand emoji arrive complete', async () => {
    const emoji = '🦜'.repeat(5000)
    expect((await write({ message: emoji })).status).toBe(201)
    const [told] = await mails('grace@acme.example')
    expect(told?.mail.text).toContain(`> ${emoji}`)
    expect((await write({ message: `${emoji}🦜` })).status).toBe(422)
  })
})

test('a reply without its outbox row has no mail status', async () => {
  await write()
  await reply()
  await t.services.db.delete(outbox)
  expect((await read()).thread).toMatchObject([{ id: 1, mail: null }])
})
