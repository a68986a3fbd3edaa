import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { customPages } from '#features/custom-pages/table'
import { listMessages } from '#features/messages/store'
import { contactMessages } from '#features/messages/table'
import { listSubscribers } from '#features/waitlist/store'
import { testPipeline } from '#test/pipeline'

let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const spanish = { cookie: 'industria-language=es' }
const message = { name: 'Ada', email: 'ada@example.com', subject: 'An engine', message: 'Good day.' }

async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await t.ask(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://acme.test', ...headers },
  })
  const html = await answer.text()
  const [, island] = /id="island">(.*?)<\/script>/.exec(html) ?? []
  return {
    status: answer.status,
    headers: answer.headers,
    html,
    result: island === undefined ? undefined : (JSON.parse(island) as { formResult: unknown }).formResult,
  }
}

describe('without JavaScript', () => {
  test('a subscription is stored, and answered with the page and its message', async () => {
    const answer = await post('/', { email: ' ada@example.com ', website: '' })
    expect(answer.status).toBe(200)
    expect(answer.html).toContain('You have been added to our waitlist.')
    expect(answer.result).toEqual({
      form: 'waitlist',
      status: 'success',
      message: 'You have been added to our waitlist.',
      issues: [],
      values: {},
    })
    expect((await (await listSubscribers(t.services.db)).whole()).map(({ email }) => email)).toEqual([
      'ada@example.com',
    ])
  })

  test('a line break, which a form sends as CR LF, is one character of a message', async () => {
    const text = `${'x'.repeat(99)}\n`.repeat(49) + 'y'.repeat(99)
    const send = (typed: string) => post('/contact/', { ...message, message: typed.replaceAll('\n', '\r\n') })
    expect([text.length, text.replaceAll('\n', '\r\n').length]).toEqual([4999, 5048])
    expect((await send(text)).status).toBe(200)
    expect((await send(`${text}zz`)).status).toBe(422)
    const [stored] = await (await listMessages(t.services.db)).whole()
    expect(stored?.message).toBe(text)
  })

  test('the longest message fits, whatever its characters', async () => {
    const longest = {
      name: '😀'.repeat(100),
      email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example`,
      subject: '😀'.repeat(200),
      message: '😀'.repeat(5000),
      website: '',
      formTime: '',
    }
    expect((await post('/contact/', longest)).status).toBe(200)
    expect((await post('/contact/', { ...longest, message: `${longest.message}x` })).status).toBe(422)
    expect((await post('/contact/', { ...longest, website: 'x'.repeat(2000) })).status).toBe(413)
  })

  test('the answer is compressed', async () => {
    const { headers } = await post('/', { email: 'ada@example.com', website: '' }, { 'accept-encoding': 'gzip' })
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding, Cookie'])
  })

  test('forms in custom pages are answered by those pages, with the typed values and the errors', async () => {
    await t.services.db.insert(customPages).values({
      slug: 'hello',
      title: 'Hello there',
      blocks: [
        { id: 'a', type: 'contact' },
        { id: 'b', type: 'waitlist' },
      ],
      status: 'published',
      publishedAt: '2020-01-01T00:00:00.000Z',
      translations: { es: { title: 'Hola', slug: 'hola' } },
    })
    const [, action = ''] =
      /<form class="message-form" action="([^"]+)"/.exec(await (await t.ask('/hello/')).text()) ?? []
    expect(action).toStartWith('/hello/?form=contact#')
    const refused = await post('/hello/?form=contact', { ...message, email: 'nobody' })
    expect([refused.status, refused.html.includes('Hello there'), refused.html.includes('Good day.')]).toEqual([
      422,
      true,
      true,
    ])
    const joined = await post('/es/hola/?form=waitlist', { email: 'ada@example.com' })
    expect([joined.status, joined.result]).toMatchObject([200, { form: 'waitlist', status: 'success' }])
    for (const path of ['/hello/', '/hello/?form=x', '/nowhere/?form=contact', '/blog/?form=contact'])
      expect([path, (await post(path, message)).status]).toEqual([path, 405])
    expect(await t.services.db.$count(contactMessages)).toBe(0)
  })

  test('a stored message emits its event', async () => {
    const heard: string[] = []
    const stop = t.services.events.subscribe(
      ({ kind, action, actor }) => void heard.push(`${kind} ${action} ${actor.is}`),
    )
    await post('/', { email: 'ada@example.com' })
    await post('/', { email: 'ada@example.com' })
    await post('/contact/', message)
    await post('/contact/', { ...message, email: 'nobody' })
    stop()
    expect(heard).toEqual(['subscriber created visitor', 'message created visitor'])
  })

  test("a message is stored, and answered in the visitor's language", async () => {
    const answer = await post('/contact/', message, spanish)
    expect(answer.status).toBe(200)
    expect(answer.html).toContain('<html lang="es">')
    expect(answer.result).toMatchObject({ form: 'contact', status: 'success', values: {} })
    expect(await (await listMessages(t.services.db)).whole()).toMatchObject([message])
  })

  test('an error appears at its field, and typed values are kept', async () => {
    const typed = { ...message, email: 'nobody', subject: ' ', message: '</script><b>"Quoted" & kept' }
    const answer = await post('/contact/', typed, spanish)
    expect(answer.status).toBe(422)
    expect(answer.result).toMatchObject({
      form: 'contact',
      status: 'error',
      values: typed,
      issues: [{ path: 'email' }, { path: 'subject' }],
    })
    expect(answer.html).toContain('value="nobody"')
    expect(answer.html).toContain('&lt;/script&gt;&lt;b&gt;&quot;Quoted&quot; &amp; kept</textarea>')
    expect(await (await listMessages(t.services.db)).whole()).toEqual([])
  })

  test('an invalid address is refused as in the browser', async () => {
    const answer = await post('/', { email: 'nobody' })
    expect([answer.status, answer.result]).toEqual([
      422,
      expect.objectContaining({ message: 'Please enter a valid email address', values: { email: 'nobody', news: '' } }),
    ])
  })

  test('a filled honeypot gets the usual answer, and is not stored', async () => {
    const answer = await post('/', { email: 'bot@example.com', website: 'https://spam.test' })
    expect(answer.status).toBe(200)
    expect(answer.html).toContain('You have been added to our waitlist.')
    expect(await (await listSubscribers(t.services.db)).whole()).toEqual([])
  })

  test('a cross-site post is refused', async () => {
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await post('/', { email: 'ada@example.com' }, headers)
      expect(answer.status).toBe(403)
      expect(answer.html).not.toContain('ada@example.com')
    }
    expect(await (await listSubscribers(t.services.db)).whole()).toEqual([])
  })

  test('five in a minute are the limit', async () => {
    for (let turn = 0; turn < 5; turn++) expect((await post('/', { email: `a${turn}@example.com` })).status).toBe(200)
    const answer = await post('/', { email: 'a6@example.com' })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.result).toMatchObject({ status: 'error', values: { email: 'a6@example.com' } })
  })

  test('other bodies are refused before they are read', async () => {
    expect((await post('/', { email: 'a@example.com' }, { 'content-type': 'application/json' })).status).toBe(415)
    expect((await post('/contact/', { ...message, message: 'x'.repeat(70_000) })).status).toBe(413)
    expect((await post('/about/', {})).status).toBe(405)
  })

  test('answers are not cached', async () => {
    const answer = await post('/', { email: 'private@example.com', website: '' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await (await t.ask('/')).text()).not.toContain('You have been added')
  })
})
