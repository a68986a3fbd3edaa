import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { posts } from '#features/posts/table'
import { findUser, createAdministrator } from '#auth/store'
import { insertSession } from '#auth/sessions/sessions'
import { sessions } from '#auth/table'
import { demoLogin, restrictProcess, prepareDemo, resetDemo } from './demo'
import { requestPublic, NotPublic, world } from '#platform/http/public-network'
import { outbox } from '#platform/mail/table'
import { followSettings } from '#platform/owner/in-force'
import { readConfig } from '#platform/config'
import { testPipeline } from '#test/pipeline'
import { outbox as outboxFeature } from '#features/outbox/feature'

const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
const origin = 'http://acme.test'
let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string

beforeAll(async () => {
  t = await testPipeline({ config: { demo: true, dataDir, throttle: false } })
  await prepareDemo(t.services.db)
  await followSettings(t.services)
  cookie = await signIn()
})
afterAll(async () => {
  restrictProcess(false)
  await t.close()
  rmSync(dataDir, { recursive: true })
})

async function signIn() {
  const { id } = (await findUser(t.services.db, demoLogin.username))!
  return (await insertSession(t.services.db, id, origin, undefined, true)).cookie.split(';')[0]!
}
const send = (method: string, path: string, body?: object | FormData) =>
  t.ask(`/api${path}`, {
    method,
    headers: {
      cookie,
      origin,
      ...(body instanceof FormData || !body ? {} : { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : body && JSON.stringify(body),
  })

test('the shown login works, and is part of the page of the login', async () => {
  const answer = await t.ask('/api/login', {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(demoLogin),
  })
  expect(answer.status).toBe(200)
  const page = await (await t.ask('/admin/')).text()
  expect(page).toContain(JSON.stringify(demoLogin))
  expect(await (await t.ask('/robots.txt')).text()).toContain('Disallow: /\n')
})

test('a reset brings the starter content and the login back, and ends all sessions', async () => {
  await resetDemo(t.services)
  const before = await t.services.db.$count(posts)
  cookie = await signIn()
  expect(before).toBeGreaterThan(0)
  await t.services.db.delete(posts)
  // Of several processes one resets the hour.
  await resetDemo(t.services, { unlessThisHour: true })
  expect(await t.services.db.$count(posts)).toBe(0)
  await resetDemo(t.services)
  expect(await t.services.db.$count(posts)).toBe(before)
  expect(await t.services.db.$count(sessions)).toBe(0)
  expect((await t.ask('/api/setup')).status).not.toBe(500)
  cookie = await signIn()
})

test('mails are kept, and not sent', async () => {
  const message = { name: 'Bob', email: 'bob@acme.example', subject: 'Hello', message: 'A question about your work.' }
  await t.ask('/api/contact', {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  const job = outboxFeature.jobs![0] as {
    runInEach(services: object): Promise<void>
    untilDue(services: object): number
  }
  expect(job.untilDue(t.services)).toBe(Infinity)
  await job.runInEach(t.services)
  const rows = await t.services.db.select().from(outbox)
  expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([['waiting', 0]])
})

test('what would lock out the next visitor, or ask another server, is refused', async () => {
  for (const [method, path, body] of [
    ['PUT', '/account', { currentPassword: demoLogin.password, newPassword: 'another long password' }],
    ['POST', '/account/totp', {}],
    ['POST', '/invitations', {}],
    ['DELETE', '/users/1', undefined],
    ['POST', '/tokens', {}],
    ['POST', '/webhooks', { url: 'https://acme.example', events: ['post.published'] }],
    ['POST', '/restores', {}],
    ['POST', '/media/fetch', { url: 'https://acme.example/a.png' }],
    ['POST', '/settings/mail/test', {}],
    ['PUT', '/settings', { siteUrl: 'https://acme.example' }],
  ] as const)
    expect([path, (await send(method, path, body)).status]).toEqual([path, 403])
  expect((await send('PUT', '/settings', { timeZone: 'Europe/Madrid' })).status).toBe(200)
  const asked = requestPublic(new URL('https://acme.example/'), {
    method: 'GET',
    headers: {},
    signal: AbortSignal.timeout(1000),
    network: { ...world, resolve: async () => ['93.184.216.34'] },
  })
  expect(await asked.catch((error: unknown) => error instanceof NotPublic)).toBe(true)
})

test('a file of more than 1 MB is refused', async () => {
  const upload = (bytes: number) => {
    const body = new FormData()
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'
    body.append('file', new File([picture.padEnd(bytes)], 'plan.svg'))
    return send('POST', '/media', body)
  }
  const large = await upload(1024 * 1024 + 1)
  expect(large.status).toBe(413)
  expect(await large.text()).toContain('1 MB')
  expect((await upload(1000)).status).toBe(201)
})

test('a database with administrators of its own is no try-out', async () => {
  const own = await testPipeline({ config: { dataDir } })
  await createAdministrator(own.services.db, { username: 'ada', password: 'correct horse battery' })
  expect(await prepareDemo(own.services.db).catch((error: Error) => error.message)).toContain('DEMO=1')
  await own.close()
})

test('the environment cannot add an administrator or a request of its own', () => {
  const settings = readConfig({
    DEMO: '1',
    ADMIN_USERNAME: 'ada',
    ADMIN_PASSWORD: 'correct horse battery',
    UPDATE_URL: 'https://acme.example',
    SEED_DEMO: '0',
  })
  if ('faults' in settings) throw new Error(settings.faults.join())
  const { demo, admin, updateUrl, seedDemo } = settings.config
  expect({ demo, admin, updateUrl, seedDemo }).toEqual({
    demo: true,
    admin: undefined,
    updateUrl: undefined,
    seedDemo: true,
  })
})
