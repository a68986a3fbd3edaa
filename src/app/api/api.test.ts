import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { unavailable } from '#contract/http-error'
import { setRequestId } from '#platform/http/request-facts'
import { contactMessages } from '#features/messages/table'
import { origin, testApi } from '#test/api'
import { messageInput, postInput } from '#test/inputs'

let t: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  t = await testApi({ throttle: false })
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const contact = (body: BodyInit | undefined, headers: Record<string, string> = {}) =>
  t.api.handle(
    new Request(`${origin}/api/contact`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    }),
  )
const stored = () => t.services.db.$count(contactMessages)

describe('paths and methods', () => {
  test('an unknown path is a 404 with an error body', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/nope',
      '/api/blog/a/b',
      '/api/page-contents/home/x',
      '/api//blog',
      '/swagger/nope',
      '/swagger/assets/package.json',
      '/swagger/assets/..%2fpackage.json',
      '/zz/api/waitlist',
      '/',
      '/API/blog',
    ]) {
      const answer = await t.send('GET', path)
      expect([path, answer.status, answer.json]).toEqual([path, 404, { message: 'There is nothing at this address' }])
    }
  })

  test('an unsupported method is a 405 with the allowed ones', async () => {
    const wrong: [method: string, path: string, allow: string][] = [
      ['PATCH', '/api/blog/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
      ['DELETE', '/api/blog', 'GET, HEAD, POST, OPTIONS'],
      ['GET', '/api/login', 'POST, OPTIONS'],
      ['POST', '/api/auth/check', 'GET, HEAD, OPTIONS'],
      ['PUT', '/api/waitlist', 'GET, HEAD, POST, OPTIONS'],
      ['PURGE', '/api/contact/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
      ['PUT', '/api/account/passkeys/options', 'POST, OPTIONS'],
      ['DELETE', '/api/account/passkeys/options', 'POST, OPTIONS'],
      ['GET', '/api/media/fetch', 'POST, OPTIONS'],
    ]
    const cookie = await t.signIn()
    for (const [method, path, allow] of wrong) {
      const answer = await t.send(method, path, { cookie, ...(method === 'PUT' ? { body: {} } : {}) })
      expect([method, path, answer.status, answer.headers.get('allow'), answer.json]).toEqual([
        method,
        path,
        405,
        allow,
        { message: 'This address does not take this method' },
      ])
    }
  })

  test('HEAD is GET without the body, OPTIONS lists the methods', async () => {
    const [head, get] = [await t.send('HEAD', '/api/blog'), await t.send('GET', '/api/blog')]
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')])
    const options = await t.send('OPTIONS', '/api/blog')
    expect([options.status, options.text, options.headers.get('allow')]).toEqual([204, '', 'GET, HEAD, POST, OPTIONS'])
  })
})

describe('queries', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}=`).join('&')

  test('have 50 different names at most', async () => {
    for (const path of ['/api/blog', '/api/search', '/api/auth/check', '/api/blog/nope']) {
      const status = async (query: string) => (await t.send('GET', `${path}?${query}`)).status
      const plain = await status('')
      expect([path, await status(names(50))]).toEqual([path, plain])
      expect([path, await status(names(51))]).toEqual([path, 422])
      expect([path, await status(names(3400))]).toEqual([path, 422])
    }
    expect((await t.send('POST', `/api/contact?${names(51)}`, { body: messageInput() })).status).toBe(422)
    expect((await t.send('GET', `/api/contact?${names(51)}`)).status).toBe(401)
    expect((await t.send('GET', `/api/nope?${names(51)}`)).status).toBe(404)
  })

  test('are read as they were sent: repeated, malformed and inherited names too', async () => {
    const status = async (query: string) => (await t.send('GET', `/api/search?${query}`)).status
    expect(await status('x=1&'.repeat(1000))).toBe(200)
    expect(await status('limit=1&limit=2')).toBe(422)
    for (const query of ['__proto__=1&__proto__[limit]=0', 'constructor=1', '%zz=%&%', 'q=%E0%A4%A', '&&&=&'])
      expect([query, await status(query)]).toEqual([query, 200])
    expect(({} as Record<string, unknown>).limit).toBeUndefined()
  })
})

describe('bodies', () => {
  const message = JSON.stringify(messageInput())

  test('that are not JSON are a 400', async () => {
    for (const body of [
      '{',
      '{"name":}',
      'name=Ada',
      '{"a":1}}',
      "{'a':1}",
      '\u{FEFF}\u{FEFF}{}',
      new Uint8Array([0x22, 0xc3, 0x28, 0x22]),
    ])
      expect((await contact(body)).status).toBe(400)
  })

  test('that are JSON but not an object are a 422', async () => {
    for (const body of ['[]', '"text"', 'null', '7', 'true', '[{"name":"Ada"}]', undefined, '']) {
      const answer = await contact(body)
      expect([body, answer.status]).toEqual([body, 422])
      expect(await answer.json()).toEqual({
        message: 'Please send a JSON object',
        issues: [{ path: '', message: 'Please send a JSON object' }],
      })
    }
  })

  test('may nest 64 deep and no deeper', async () => {
    const nested = (depth: number) => `${message.slice(0, -1)},"x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    expect((await contact(nested(64))).status).toBe(201)
    expect((await contact(nested(65))).status).toBe(400)
    expect((await contact('['.repeat(65_000))).status).toBe(400)
    const cookie = await t.signIn()
    expect((await t.send('POST', '/api/blog', { cookie, body: '['.repeat(500_000) })).status).toBe(400)
    expect((await contact('{"a":'.repeat(13_000))).status).toBe(400)
  })

  /** A valid body of so many bytes. */
  const bodyOf = (bytes: number, start = message) =>
    `${start.slice(0, -1)},"x":"${'x'.repeat(bytes - start.length - 7)}"}`

  test('have a megabyte at most in a session, with or without Content-Length', async () => {
    const cookie = await t.signIn()
    const save = (body: string, headers = {}) => t.send('POST', '/api/blog', { cookie, body, headers })
    const post = JSON.stringify(postInput())
    expect((await save(bodyOf(1024 * 1024, post))).status).toBe(201)
    expect((await save(bodyOf(1024 * 1024 + 1, post))).status).toBe(413)
    expect((await save(post, { 'content-length': '1048577' })).status).toBe(413)
  })

  test('have 64 KB at most on routes that need no session, also of those who have one', async () => {
    expect((await contact(bodyOf(65_536))).status).toBe(201)
    expect((await contact(bodyOf(65_537))).status).toBe(413)
    expect((await contact(message, { 'content-length': '65537' })).status).toBe(413)
    expect((await contact(bodyOf(65_537), { cookie: await t.signIn(), origin })).status).toBe(413)
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    const answer = await contact(endless)
    expect([answer.status, await answer.json()]).toEqual([413, { message: 'The body is too large' }])
    expect(sent).toBeLessThan(300_000)
  })

  test('hold the longest message, however its characters are escaped', async () => {
    const escaped = (characters: number) => '\\ud83d\\ude00'.repeat(characters)
    const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`
    const body = `{"name":"${escaped(100)}","email":"${email}","subject":"${escaped(200)}","message":"${escaped(5000)}","website":""}`
    expect((await contact(body)).status).toBe(201)
    expect((await contact(body.replace('"message":"', '"message":"x'))).status).toBe(422)
  })

  test('need the content type of JSON, too', async () => {
    for (const type of [
      'application/json',
      'Application/JSON; charset=UTF-8',
      'application/json;charset="utf-8"',
      'application/json;',
    ])
      expect([type, (await contact(message, { 'content-type': type })).status]).toEqual([type, 201])
    const before = await stored()
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'text/json',
      'application/json; charset=utf-16',
      'application/json, text/plain',
      '',
    ]) {
      expect([type, (await contact(message, { 'content-type': type })).status]).toEqual([type, 415])
    }
    expect((await contact(message, { 'content-encoding': 'gzip' })).status).toBe(415)
    expect(await stored()).toBe(before)
  })
})

describe('responses', () => {
  test('that need or carry a session are not stored by any cache', async () => {
    const cookie = await t.signIn()
    for (const path of ['/api/contact', '/api/waitlist', '/api/page-contents', '/api/auth/check'])
      expect((await t.send('GET', path, { cookie })).headers.get('cache-control')).toBe('no-store')
    expect((await t.send('POST', '/api/blog', { cookie, body: postInput() })).headers.get('cache-control')).toBe(
      'no-store',
    )
    expect((await t.send('GET', '/api/nope')).headers.get('cache-control')).toBe('no-store')
  })

  test('with an error repeat nothing of what was sent', async () => {
    for (const body of [
      { username: '<secret-name>', password: ['secret-word'] },
      { username: 7, password: 'secret-word', setupCode: { secret: 'secret-code' } },
    ]) {
      for (const path of ['/api/login', '/api/register']) {
        const { status, text } = await t.send('POST', path, { body })
        expect(status).toBe(422)
        expect(text).not.toContain('secret')
      }
    }
  })
})

describe('a database error', () => {
  /** A driver's error as the query builder wraps it. */
  const failing = (code: string) => Object.assign(new Error('relation "secret" is broken'), { code })
  const answerTo = async (cause: Error) => {
    const transaction = spyOn(t.services.db, 'transaction').mockImplementation(() =>
      Promise.reject(new DrizzleQueryError('insert into secret', ['secret-value'], cause)),
    )
    const request = new Request(`${origin}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(messageInput()),
    })
    setRequestId(request, 'req-1')
    const answer = await t.api.handle(request)
    transaction.mockRestore()
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  const outcomes: [status: number, codes: string[]][] = [
    [
      503,
      ['ECONNREFUSED', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT', '57P01', '57P03', '08006', '53300', '57014', '40001'],
    ],
    [507, ['53100', 'ENOSPC']],
    [422, ['22021', '22003', '22P02', '22P05']],
    [409, ['23505']],
    [500, ['42601', 'XX000']],
  ]
  for (const [status, codes] of outcomes) {
    test(`is a ${status} for ${codes.join(', ')}`, async () => {
      for (const code of codes) {
        t.logged.length = 0
        const answer = await answerTo(failing(code))
        expect([code, answer.status]).toEqual([code, status])
        expect(JSON.parse(answer.text)).toEqual({ message: expect.any(String) })
        expect(answer.text).not.toMatch(/secret|select|insert|relation|at /)
        expect(answer.headers.get('x-request-id')).toBe(status >= 500 ? 'req-1' : null)
        expect(answer.headers.has('retry-after')).toBe(status === 503 || status === 507)
        expect(t.logged.filter(({ level, fields }) => level === 'error' && fields?.id === 'req-1')).toHaveLength(
          status >= 500 ? 1 : 0,
        )
      }
    })
  }

  test('of a missed deadline says so', async () => {
    const answer = await answerTo(unavailable(new Error('too slow')))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  })

  test('during the session look-up is a 503, not a 401', async () => {
    const select = spyOn(t.services.db, 'select').mockImplementation(() => {
      throw failing('ECONNREFUSED')
    })
    const cookie = `industria-session=${'A'.repeat(43)}`
    const answers = [
      await t.send('GET', '/api/contact', { cookie }),
      await t.send('POST', '/api/blog', { cookie, body: postInput() }),
    ]
    select.mockRestore()
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
  })
})
