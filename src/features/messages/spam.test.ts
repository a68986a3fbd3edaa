import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { outbox } from '#platform/mail/table'
import { activity } from '#features/activity/table'
import { origin, testApi } from '#test/api'
import { messageInput } from '#test/inputs'
import type { Message } from './contract'
import { sweepMessages } from './store'
import { contactMessages } from './table'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({
    throttle: false,
    siteUrl: origin,
    mail: { url: 'smtp://127.0.0.1:1', from: 'site@acme.example', to: ['ada@acme.example'] },
  })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

/** Longer than texts that people write alike by chance. */
const text = 'We sell the very best clocks of all the valley, and cheaply.'

async function take(changes: object = {}): Promise<Message> {
  const answer = await t.send('POST', '/api/contact', { body: { ...messageInput(), ...changes } })
  expect([answer.status, answer.json]).toEqual([
    201,
    { message: "We've received your message and will get back to you soon!" },
  ])
  return (await list('?folder=all'))[0]!
}
const list = async (query = '', language = 'en') =>
  (await t.send('GET', `/api/contact${query}`, { cookie: `${cookie}; industria-language=${language}` }))
    .json as Message[]
const move = (id: number, folder: string) => t.send('PUT', `/api/contact/${id}`, { cookie, body: { folder } })

describe('a message is spam', () => {
  test('when it fills in the honeypot', async () => {
    expect(await take({ website: 'x' })).toMatchObject({
      folder: 'spam',
      spam: { score: 100, reasons: ['Filled in a field people don’t see'] },
    })
  })

  test('when it was filled in within two seconds and has a link, where the time is known', async () => {
    expect(await take({ formTime: 1999, message: 'Look at http://a.example' })).toMatchObject({
      folder: 'spam',
      spam: { score: 60, reasons: ['Sent less than 2 seconds after the form was opened'] },
    })
    expect(await take({ formTime: 1999, message: 'Good day to you' })).toMatchObject({
      folder: 'inbox',
      spam: { score: 40, reasons: ['Sent less than 2 seconds after the form was opened'] },
    })
    for (const formTime of [2000, 9999, 86_400_000, undefined, null, '', 'soon', -1, {}, true])
      expect([formTime, (await take({ formTime })).folder]).toEqual([formTime, 'inbox'])
    expect((await take({ formTime: '12', message: 'Look at http://b.example' })).folder).toBe('spam')
  })

  test('when it has more than three links', async () => {
    const links = (count: number) =>
      Array.from({ length: count }, (_, at) => (at % 2 === 0 ? `https://a${at}.example` : `www.b${at}.example`)).join(
        ' ',
      )
    const judged = []
    for (const count of [0, 1, 2, 3, 4, 20]) {
      const { folder, spam } = await take({ message: `See ${links(count)}` })
      judged.push([count, folder, ...spam.reasons])
    }
    expect(judged).toEqual([
      [0, 'inbox'],
      [1, 'inbox'],
      [2, 'inbox', 'Contains 2 links'],
      [3, 'inbox', 'Contains 3 links'],
      [4, 'spam', 'Contains 4 links'],
      [20, 'spam', 'Contains 20 links'],
    ])
    expect((await take({ message: 'Look', name: links(2), subject: links(2) })).folder).toBe('spam')
  })

  test('when its text comes for the fifth time in a week, whoever sends it; with a link for the third time', async () => {
    const folders = async (count: number, changes: (turn: number) => object) => {
      const all = []
      for (let turn = 0; turn < count; turn++) all.push((await take(changes(turn))).folder)
      return all
    }
    expect(await folders(5, (turn) => ({ email: `a${turn}@example.com`, message: text }))).toEqual([
      ...Array.from({ length: 4 }, () => 'inbox'),
      'spam',
    ])
    expect((await list('?folder=spam'))[0]!.spam.reasons).toEqual([
      'The same text arrived 4 times before within a week',
    ])
    const linked = `${text} https://clocks.example`
    expect(await folders(3, () => ({ message: linked }))).toEqual(['inbox', 'inbox', 'spam'])
    expect((await take({ message: linked.toUpperCase().replaceAll(' ', '\n ') })).folder).toBe('spam')
    await t.services.db.update(contactMessages).set({ submittedAt: sql`now() - interval '8 days'` })
    expect((await take({ message: linked })).spam.reasons).toEqual([])
  })

  test('never because many people write the same in few words, or under different subjects', async () => {
    for (let turn = 0; turn < 12; turn++) {
      expect((await take({ subject: `Question ${turn}`, message: text })).folder).toBe('inbox')
      expect((await take({ message: 'Please call me' })).folder).toBe('inbox')
    }
  })
})

test('the reasons are in the language of the reader', async () => {
  await take({ formTime: 1, message: 'http://a.example http://b.example' })
  expect((await list('?folder=spam', 'es'))[0]!.spam).toEqual({
    score: 70,
    reasons: ['Enviado menos de 2 segundos después de abrir el formulario', 'Contiene 2 enlaces'],
  })
})

test('spam is in no list but its own, is mailed to nobody, and is not in the activity log', async () => {
  const heard: string[] = []
  const stop = t.services.events.subscribe(({ kind, action }) => void heard.push(`${kind} ${action}`))
  const { id } = await take({ website: 'x', name: 'Buy clocks' })
  stop()
  expect(heard).toEqual([])
  expect([await list(), await list('?folder=inbox'), await list('?folder=archive')]).toEqual([[], [], []])
  expect((await list('?folder=spam')).map((row) => row.id)).toEqual([id])
  await t.send('PUT', `/api/contact/${id}`, { cookie, body: { read: true } })
  await move(id, 'inbox')
  expect(await t.services.db.$count(outbox)).toBe(0)
  expect((await list()).map((row) => [row.id, row.folder, row.read])).toEqual([[id, 'inbox', true]])
  await move(id, 'spam')
  expect((await t.send('DELETE', `/api/contact/${id}`, { cookie })).status).toBe(204)
  const lines = await t.services.db.select().from(activity).orderBy(activity.id)
  expect(lines.map(({ action, title }) => [action, title])).toEqual([
    ['read', ''],
    ['moved', ''],
    ['moved', ''],
    ['deleted', ''],
  ])
})

test('the honeypot spam of an older release has its reason', async () => {
  await t.services.db.insert(contactMessages).values({ ...messageInput(), spam: true })
  expect((await list('?folder=spam'))[0]!.spam).toEqual({
    score: 100,
    reasons: ['Filled in a field people don’t see'],
  })
})

describe('old messages', () => {
  const age = (id: number, days: number) =>
    t.services.db
      .update(contactMessages)
      .set({ submittedAt: sql`now() - make_interval(days => ${days}) - interval '1 minute'` })
      .where(eq(contactMessages.id, id))
  const left = async () => (await list('?folder=all')).map(({ id }) => id).toReversed()

  test('in spam are deleted 30 days after they were marked', async () => {
    for (let turn = 0; turn < 4; turn++) await take({ website: turn < 2 ? 'x' : '' })
    await age(1, 30)
    await age(2, 29)
    for (const id of [3, 4]) await age(id, 400)
    await move(4, 'spam')
    await sweepMessages(t.services)
    expect(await left()).toEqual([2, 3, 4])
    await t.services.db.update(contactMessages).set({ spamSince: sql`now() - interval '31 days'` })
    await sweepMessages(t.services)
    expect(await left()).toEqual([3])
  })

  test('are deleted after the days that the owner has set, in any folder, and no sooner', async () => {
    for (let turn = 0; turn < 4; turn++) await take()
    await move(2, 'archive')
    await age(1, 10)
    await age(2, 10)
    await age(3, 9)
    await sweepMessages(t.services)
    expect(await left()).toEqual([1, 2, 3, 4])
    await t.send('PUT', '/api/settings', { cookie, body: { messagesKeptDays: 10 } })
    await sweepMessages(t.services)
    expect(await left()).toEqual([3, 4])
    expect((await t.services.db.select().from(activity)).map(({ action }) => action)).not.toContain('deleted')
  })
})
