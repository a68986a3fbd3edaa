import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { insertSession } from '#auth/sessions/sessions'
import { createAdministrator } from '#auth/store'
import { origin, testApi } from '#test/api'
import { sweepWindows } from './store'
import { openWindows } from '#records/table'

let t: Awaited<ReturnType<typeof testApi>>
let ada: string
let grace: string
beforeAll(async () => {
  t = await testApi()
})
beforeEach(async () => {
  await t.reset()
  ada = await t.signIn()
  const { id } = await createAdministrator(t.services.db, { username: 'grace', password: 'a long enough phrase' })
  grace = (await insertSession(t.services.db, id, origin)).cookie.split(';')[0] ?? ''
})
afterAll(() => t.close())

const windowOf = (name: string) => `${name}-of-one-who-edits`
const say = (cookie: string, window: string, body: object = {}) =>
  t.send('POST', '/api/presence', { cookie, body: { kind: 'post', id: 7, window: windowOf(window), ...body } })
const others = async (...asked: Parameters<typeof say>) =>
  ((await say(...asked)).json as { others: { user: { username: string }; isYou: boolean }[] }).others.map(
    ({ user, isYou }) => (isYou ? 'you' : user.username),
  )

test('a record that is open elsewhere reports the names of its editors, and other windows of one’s own', async () => {
  expect(await others(ada, 'first')).toEqual([])
  expect(await others(grace, 'second')).toEqual(['ada'])
  expect(await others(ada, 'first')).toEqual(['grace'])
  expect(await others(ada, 'third')).toEqual(['you', 'grace'])
  expect(await others(grace, 'elsewhere', { id: 8 })).toEqual([])
  expect(await others(grace, 'home', { kind: 'page', id: 'home' })).toEqual([])
})

test('a closed window is gone at once, and nobody closes the window of another', async () => {
  await say(ada, 'first')
  const close = (cookie: string) => t.send('DELETE', `/api/presence/${windowOf('first')}`, { cookie })
  expect((await close(grace)).status).toBe(204)
  expect(await others(grace, 'second')).toEqual(['ada'])
  expect([(await close(ada)).status, (await close(ada)).status]).toEqual([204, 204])
  expect(await others(grace, 'second')).toEqual([])
})

test('a window that stops sending is gone within ten seconds, hidden or frozen ones later', async () => {
  const seconds = async () =>
    (
      await t.services.db
        .select({ left: sql<number>`extract(epoch from ${openWindows.expiresAt} - now())::float` })
        .from(openWindows)
        .where(eq(openWindows.id, windowOf('first')))
    ).map(({ left }) => left)
  await say(ada, 'first')
  expect((await seconds())[0]).toBeWithin(2, 7.1)
  await say(ada, 'first', { isHidden: true })
  expect((await seconds())[0]).toBeWithin(60, 75.1)
  await t.services.db.update(openWindows).set({ expiresAt: sql`now() - interval '1 second'` })
  expect(await others(grace, 'second')).toEqual([])
  await t.services.db.transaction(sweepWindows)
  expect(await seconds()).toEqual([])
})

test('an invalid window of a record is refused', async () => {
  for (const wrong of [
    { kind: 'thing' },
    { kind: '' },
    { id: 0 },
    { id: 1.5 },
    { id: null },
    { window: 'short' },
    { isHidden: 1 },
  ])
    expect([wrong, (await say(ada, 'first', wrong)).status]).toEqual([wrong, 422])
  expect((await t.send('POST', '/api/presence', { body: {} })).status).toBe(401)
  expect((await t.send('GET', '/api/presence', { cookie: ada })).status).toBe(405)
})
