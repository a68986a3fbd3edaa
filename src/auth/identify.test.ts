import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { origin, testServices } from '#test/api'
import { identify } from './identify'
import { hasSessionCookie, insertSession } from './sessions/sessions'
import { createFirstAdministrator } from './store'
import { sessions } from './table'

let t: Awaited<ReturnType<typeof testServices>>
beforeAll(async () => {
  t = await testServices()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const asking = (cookie?: string) => new Request(`${origin}/`, { headers: cookie === undefined ? {} : { cookie } })

async function signIn(): Promise<string> {
  const { id } = await createFirstAdministrator(t.services.db, 'ada', 'no hash')
  return (await insertSession(t.services.db, id, origin)).cookie.split(';')[0] ?? ''
}

test('a request with a valid session is from an administrator, any other from a visitor', async () => {
  const cookie = await signIn()
  const [stored] = await t.services.db.select().from(sessions)
  expect(await identify(t.services.db, asking(cookie))).toEqual({
    is: 'administrator',
    user: { id: 1, username: 'ada' },
    session: stored!.id,
    source: { address: '127.0.0.1', device: '' },
  })
  for (const other of [undefined, '', 'a=b', `industria-session=${'A'.repeat(43)}`])
    expect(await identify(t.services.db, asking(other))).toEqual({ is: 'visitor' })
})

test('the session of a request is looked up once, however many ask', async () => {
  const cookie = await signIn()
  const request = asking(cookie)
  const [first, second] = await Promise.all([identify(t.services.db, request), identify(t.services.db, request)])
  expect(first.is).toBe('administrator')
  expect(second).toBe(first)
  await t.services.db.delete(sessions)
  expect(await identify(t.services.db, request)).toBe(first)
  expect(await identify(t.services.db, asking(cookie))).toEqual({ is: 'visitor' })
})

test('a request with a session cookie gets no shared cached response', async () => {
  const cookie = await signIn()
  for (const holding of [cookie, `a=b; ${cookie}`, `__Host-${cookie}`])
    expect([holding, hasSessionCookie(holding)]).toEqual([holding, true])
  for (const plain of [null, '', 'industria-language=es', 'session=1'])
    expect([plain, hasSessionCookie(plain)]).toEqual([plain, false])
})

test('no other module knows the name of the cookie', () => {
  const sources = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync('.')].filter(
    (path) => !/\.(test|browser)\.tsx?$/.test(path),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((path) => readFileSync(path, 'utf8').includes('industria-session'))).toEqual([
    'src/auth/sessions/sessions.ts',
  ])
})
