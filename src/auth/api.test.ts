import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { setClientAddress, setOrigin } from '#platform/http/request-facts'
import { administrator, type Answer, cookieOf, testApi } from '#test/api'
import { hashPassword } from './passwords/passwords'
import { findSession } from './sessions/sessions'
import { createAdministrator, ensureSetupCode, hasAdministrator } from './store'
import { sessions, setupCodes, users } from './table'

let t: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  t = await testApi()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const login = (body: unknown = administrator) => t.send('POST', '/api/login', { body })
const register = (body: unknown) => t.send('POST', '/api/register', { body })
const check = async (cookie?: string) => (await t.send('GET', '/api/auth/check', { cookie })).json
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted()
const count = (status: number, answers: Answer[]) => answers.filter((answer) => answer.status === status).length

describe('signing in', () => {
  beforeEach(async () => {
    await createAdministrator(t.services.db, administrator)
  })

  test('name and password open a session, which signing out ends on the server', async () => {
    const answer = await login({ username: ' ADA ', password: administrator.password })
    expect([answer.status, answer.json]).toEqual([200, { id: 1, username: 'ada' }])
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^industria-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^industria-device=[\w.-]{87}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/),
    ])
    const cookie = cookieOf(answer)
    expect(await check(cookie)).toEqual({ authenticated: true, user: { id: 1, username: 'ada' } })

    const out = await t.send('POST', '/api/logout', { cookie })
    expect([out.status, out.text, out.headers.get('set-cookie')]).toEqual([
      204,
      '',
      'industria-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ])
    expect(await check(cookie)).toEqual({ authenticated: false, user: null })
    expect((await t.send('POST', '/api/logout', { cookie })).status).toBe(204)
    expect((await t.send('POST', '/api/logout')).status).toBe(204)
  })

  test('every login creates a new session, and only the hash of its token is stored', async () => {
    const [first, second] = [cookieOf(await login()), cookieOf(await login())]
    expect(first).not.toBe(second)
    expect(await check(first)).toMatchObject({ authenticated: true })
    const tokens = [first, second].map((cookie) => cookie.split('=')[1] ?? '')
    const stored = await t.services.db.select().from(sessions)
    expect(stored.map(({ id }) => id).toSorted()).toEqual(
      tokens.map((token) => new Bun.CryptoHasher('sha256').update(token).digest('hex')).toSorted(),
    )
  })

  test('a wrong name and a wrong password get the same answer', async () => {
    const [wrongName, wrongPassword] = [
      await login({ ...administrator, username: 'bob' }),
      await login({ ...administrator, password: 'wrong' }),
    ]
    expect([wrongName.status, wrongName.json]).toEqual([401, { message: 'Invalid username or password' }])
    expect([wrongPassword.status, wrongPassword.text, [...wrongPassword.headers]]).toEqual([
      401,
      wrongName.text,
      [...wrongName.headers],
    ])
  })

  test('an unknown name takes as long as a wrong password', async () => {
    const verify = spyOn(Bun.password, 'verify')
    try {
      await login({ ...administrator, username: 'bob' })
      await login({ ...administrator, password: 'wrong' })
      const costs = verify.mock.calls.map(([, hash]) => String(hash).split('$').slice(1, 4))
      expect(costs).toEqual([
        ['argon2id', 'v=19', 'm=19456,t=2,p=1'],
        ['argon2id', 'v=19', 'm=19456,t=2,p=1'],
      ])
    } finally {
      verify.mockRestore()
    }
  })

  test('empty fields are refused by name', async () => {
    expect((await login({ username: ' ', password: '' })).json).toEqual({
      message: 'Please check the fields',
      issues: [
        { path: 'username', message: 'Username is required' },
        { path: 'password', message: 'Password is required' },
      ],
    })
    for (const body of [
      {},
      { username: 'ada', password: 'a\0' },
      { username: {}, password: [] },
      { username: 'ada', password: 'x'.repeat(5000) },
    ])
      expect((await login(body)).status).toBe(422)
  })

  test('of a hundred concurrent wrong attempts ten are checked', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => login({ username: `user${index}`, password: 'wrong' })),
    )
    expect([count(401, answers), count(429, answers)]).toEqual([10, 90])
    expect(
      answers.filter(({ status }) => status === 429).every(({ headers }) => Number(headers.get('retry-after')) >= 1),
    ).toBe(true)
  })

  const wrong = { ...administrator, password: 'wrong' }
  /** For attempts that only have to be counted: each hash would take 30 ms of CPU time. */
  const withoutHashing = async (work: () => Promise<void>) => {
    const verify = spyOn(Bun.password, 'verify')
    verify.mockImplementation(async (password) => password === administrator.password)
    await work().finally(() => verify.mockRestore())
  }
  const from = async (address: string, body: unknown, cookie = '') => {
    const request = new Request('http://localhost/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
    setClientAddress(request, address)
    return (await t.api.handle(request)).status
  }
  const deviceOf = ({ headers }: Answer) => headers.getSetCookie()[1]?.split(';')[0] ?? ''

  test('ten wrong attempts from one address block that address alone', async () => {
    for (let tries = 0; tries < 10; tries++) expect(await from('198.51.100.1', wrong)).toBe(401)
    expect(await from('198.51.100.1', administrator)).toBe(429)
    expect(await from('198.51.100.2', administrator)).toBe(200)
  })

  test.each([
    [administrator.username, 'bob'],
    ['bob', administrator.username],
  ])(
    'a hundred wrong attempts on the name %p from many addresses block unknown devices for that name, and no other',
    async (name, other) => {
      const fates: number[] = []
      await withoutHashing(async () => {
        for (let tries = 0; tries < 101; tries++)
          fates.push(await from(`198.51.100.${tries}`, { username: name, password: 'wrong' }))
      })
      expect(fates).toEqual([...Array<number>(100).fill(401), 429])
      expect(await from('198.51.100.200', { username: other, password: 'wrong' })).toBe(401)
    },
  )

  test('a device the person has signed in with before is let in, whatever strangers try', async () => {
    const device = deviceOf(await login())
    await withoutHashing(async () => {
      for (let tries = 0; tries < 100; tries++) await from(`198.51.100.${Math.floor(tries / 10)}`, wrong)
    })
    const sleep = spyOn(Bun, 'sleep').mockResolvedValue(undefined)
    try {
      expect(await from('198.51.100.200', administrator)).toBe(429)
      expect(sleep).not.toHaveBeenCalled()
      expect(await from('198.51.100.200', administrator, device)).toBe(200)
      expect(await from('198.51.100.1', administrator, device)).toBe(200)
      const fates: number[] = []
      for (let tries = 0; tries < 12; tries++) fates.push(await from('198.51.100.200', wrong, device))
      expect(fates).toEqual(Array<number>(12).fill(401))
      expect(await from('198.51.100.200', administrator, device)).toBe(200)
      const delays = sleep.mock.calls.map(([delay]) => Number(delay) / 1000)
      expect(delays).toEqual([1, 1, 1, 2, 4, 8, ...Array<number>(9).fill(10)])
    } finally {
      sleep.mockRestore()
    }
  })

  test('a known device has ten attempts of its own while nobody attacks the name', async () => {
    const device = deviceOf(await login())
    const fates: number[] = []
    for (let tries = 0; tries < 11; tries++) fates.push(await from('198.51.100.200', wrong, device))
    expect(fates).toEqual([...Array<number>(10).fill(401), 429])
    expect(await from('198.51.100.200', administrator)).toBe(200)
  })

  test('a known device gets the session cookie alone', async () => {
    const device = deviceOf(await login())
    const again = await t.send('POST', '/api/login', { body: administrator, cookie: device })
    expect(again.headers.getSetCookie()).toEqual([expect.stringMatching(/^industria-session=/)])
  })

  test('a device cookie is valid for its person alone, unaltered, and until the password changes', async () => {
    await createAdministrator(t.services.db, { ...administrator, username: 'bob' })
    const device = deviceOf(await login())
    const bobs = deviceOf(await login({ ...administrator, username: 'bob' }))
    const altered = device.replace(/=./, device.includes('=A') ? '=B' : '=A')
    for (let tries = 0; tries < 10; tries++) await from('198.51.100.1', wrong)
    expect(await from('198.51.100.1', administrator, bobs)).toBe(429)
    expect(await from('198.51.100.1', administrator, altered)).toBe(429)
    expect(await from('198.51.100.1', administrator, device)).toBe(200)
    const passwordHash = await Bun.password.hash(administrator.password, { algorithm: 'argon2id', timeCost: 1 })
    await t.services.db.update(users).set({ passwordHash })
    expect(await from('198.51.100.1', administrator, device)).toBe(429)
  })

  test('successful attempts do not count', async () => {
    for (let tries = 0; tries < 9; tries++) await login({ ...administrator, password: 'wrong' })
    for (let tries = 0; tries < 12; tries++) expect((await login()).status).toBe(200)
    expect((await login({ ...administrator, password: 'wrong' })).status).toBe(401)
    expect((await login()).status).toBe(429)
  })

  test('without throttling every attempt is checked', async () => {
    const free = await testApi({ throttle: false })
    await createAdministrator(free.services.db, administrator)
    const answers = await Promise.all(
      Array.from({ length: 15 }, () =>
        free.send('POST', '/api/login', { body: { ...administrator, password: 'wrong' } }),
      ),
    )
    expect(count(401, answers)).toBe(15)
    await free.close()
  })

  test('two hashes run at a time, some fifty are queued, and the rest is told to retry', async () => {
    const free = await testApi({ throttle: false })
    const verify = spyOn(Bun.password, 'verify')
    const release = Promise.withResolvers<boolean>()
    let running = 0
    let most = 0
    verify.mockImplementation(async () => {
      most = Math.max(most, ++running)
      await release.promise
      running--
      return false
    })
    try {
      let refused = 0
      const answers = await Promise.all(
        Array.from({ length: 80 }, async () => {
          const answer = await free.send('POST', '/api/login', { body: administrator })
          if (answer.status === 503 && ++refused === 28) release.resolve(false)
          return answer
        }),
      )
      expect(most).toBe(2)
      expect([count(401, answers), count(503, answers)]).toEqual([52, 28])
      expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('2')
    } finally {
      verify.mockRestore()
      await free.close()
    }
  })

  test('a password is the same in any Unicode normalization form', async () => {
    const hash = await hashPassword('contrase\u00f1a larga')
    await t.services.db.update(users).set({ passwordHash: hash })
    expect((await login({ username: 'ada', password: 'contrasen\u0303a larga' })).status).toBe(200)
  })
})

describe('a session', () => {
  test('with a forged, malformed or expired token is refused', async () => {
    const cookie = await t.signIn()
    expect((await t.send('GET', '/api/contact', { cookie })).status).toBe(200)
    const wrong = [
      'industria-session=',
      'industria-session',
      `industria-session=${'A'.repeat(43)}`,
      `${cookie}x`,
      'industria-session={"a":1}',
      `x${cookie}`,
      'industria-session=%00',
      `__Host-${cookie}`,
      `industria-session=${"' or 1=1--"}`,
    ]
    for (const forged of wrong)
      expect([forged, (await t.send('GET', '/api/contact', { cookie: forged })).status]).toEqual([forged, 401])
    await t.services.db.update(sessions).set({ expiresAt: sql`now()` })
    expect((await t.send('GET', '/api/contact', { cookie })).status).toBe(401)
    expect(await check(cookie)).toEqual({ authenticated: false, user: null })
  })

  test('is extended once a day, with its cookie sent again', async () => {
    const cookie = await t.signIn()
    expect((await t.send('GET', '/api/contact', { cookie })).headers.get('set-cookie')).toBeNull()
    // On PostgreSQL the stored moment is rounded up about every second time.
    for (let time = 0; time < 6; time++) {
      await t.services.db.update(sessions).set({ expiresAt: sql`now() + interval '28 days'` })
      const prolonged = await t.send('GET', '/api/contact', { cookie })
      expect(prolonged.headers.get('set-cookie')).toBe(`${cookie}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`)
    }
    const [row] = await t.services.db.select().from(sessions)
    expect(Date.parse(row?.expiresAt ?? '') - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
    expect((await t.send('GET', '/api/contact', { cookie })).headers.get('set-cookie')).toBeNull()
  })

  test('on an https site has a __Host- cookie that is Secure, and no other counts', async () => {
    await createAdministrator(t.services.db, administrator)
    const secure = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
      const request = new Request(`http://localhost${path}`, {
        method,
        headers: { 'content-type': 'application/json', origin: 'https://example.com', ...headers },
        body,
      })
      setOrigin(request, 'https://example.com')
      return t.api.handle(request)
    }
    const answer = await secure('POST', '/api/login', {}, JSON.stringify(administrator))
    const [set = '', device] = answer.headers.getSetCookie()
    expect(device).toMatch(/^__Host-industria-device=[\w.-]{87}; .*; Secure; HttpOnly; SameSite=Lax$/)
    expect(set).toMatch(
      /^__Host-industria-session=[\w-]{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
    )
    const cookie = set.split(';')[0] ?? ''
    expect((await secure('GET', '/api/contact', { cookie })).status).toBe(200)
    expect((await secure('GET', '/api/contact', { cookie: cookie.replace('__Host-', '') })).status).toBe(401)
    expect((await secure('POST', '/api/logout', { cookie })).headers.get('set-cookie')).toBe(
      '__Host-industria-session=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax',
    )
    expect((await secure('GET', '/api/contact', { cookie })).status).toBe(401)
  })

  test('is read for pages from the cookie alone', async () => {
    const cookie = await t.signIn()
    expect(await findSession(t.services.db, `a=b; ${cookie}; c=d`)).toMatchObject({ user: { username: 'ada' } })
    expect(await findSession(t.services.db, null)).toBeNull()
  })
})

describe('the first administrator', () => {
  const registration = async () => ({ ...administrator, setupCode: (await ensureSetupCode(t.services.db)) ?? '' })

  test('is created with the set-up code, and signed in', async () => {
    expect(await check()).toEqual({ authenticated: false, user: null })
    const body = await registration()
    expect(body.setupCode).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    expect(await ensureSetupCode(t.services.db)).toBe(body.setupCode)
    const answer = await register({ ...body, setupCode: ` ${body.setupCode.toLowerCase().replaceAll('-', ' ')} ` })
    expect([answer.status, answer.json]).toEqual([201, { id: 1, username: 'ada' }])
    expect(await check(cookieOf(answer))).toEqual({ authenticated: true, user: { id: 1, username: 'ada' } })
    expect(await t.services.db.$count(setupCodes)).toBe(0)
    expect(await ensureSetupCode(t.services.db)).toBeNull()
  })

  test('needs the right code; wrong attempts are limited', async () => {
    const body = await registration()
    for (const setupCode of ['AAAA-AAAA-AAAA', 'x']) {
      const answer = await register({ ...body, setupCode })
      expect([answer.status, answer.json]).toEqual([
        403,
        {
          message: 'The set-up code is wrong',
          issues: [{ path: 'setupCode', message: 'The set-up code is wrong' }],
        },
      ])
    }
    const answers = await Promise.all(Array.from({ length: 30 }, () => register({ ...body, setupCode: 'wrong' })))
    expect([count(403, answers), count(429, answers)]).toEqual([8, 22])
    expect(await hasAdministrator(t.services.db)).toBe(false)
  })

  test('needs a name of 3 to 64 and a password of 12 to 256 characters', async () => {
    const body = await registration()
    for (const wrong of [
      { username: 'ab' },
      { username: 'a'.repeat(65) },
      { password: 'x'.repeat(11) },
      { password: 'x'.repeat(257) },
      { setupCode: '' },
      { setupCode: undefined },
    ]) {
      expect([wrong, (await register({ ...body, ...wrong })).status]).toEqual([wrong, 422])
    }
    expect(await hasAdministrator(t.services.db)).toBe(false)
    expect((await register({ ...body, username: 'a'.repeat(64), password: 'x'.repeat(256) })).status).toBe(201)
  })

  test('is created once, by fifty concurrent attempts with the right code', async () => {
    const body = await registration()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => register({ ...body, username: `admin${index}` })),
    )
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: 49 }, () => 403)])
    expect(await t.services.db.$count(users)).toBe(1)
  })

  test('is the last to register: after that it is forbidden, whoever asks and whatever they send', async () => {
    const body = await registration()
    const cookie = cookieOf(await register(body))
    for (const request of [
      { body },
      { body: '{' },
      { body: {} },
      { body, cookie },
      { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      {},
    ]) {
      const answer = await t.send('POST', '/api/register', request)
      expect([answer.status, answer.json]).toEqual([403, { message: 'There is an administrator already' }])
    }
  })
})

test('another administrator needs another name', async () => {
  const { db } = t.services
  await createAdministrator(db, administrator)
  await createAdministrator(db, { ...administrator, username: 'bob' })
  await expect(createAdministrator(db, { ...administrator, username: 'BOB' })).rejects.toMatchObject({ status: 409 })
  expect(await db.$count(users)).toBe(2)
  expect(await db.$count(users, eq(users.first, true))).toBe(1)
})
