import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { invitations } from '#auth/table'
import type { Config } from '#platform/config'
import { outbox } from '#platform/mail/table'
import { idempotencyKeys } from '#platform/writes/table'
import { contentTables, passingTables } from '#app/content/site-content'
import { activity } from '#features/activity/table'
import { contactMessages } from '#features/messages/table'
import { testApi } from '#test/api'
import { messageInput } from '#test/inputs'

const mail: Partial<Config> = {
  throttle: false,
  siteUrl: 'http://localhost',
  mail: { url: 'smtp://127.0.0.1:1', from: 'site@acme.example', to: ['"Owner" <owner@acme.example>'] },
}

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi(mail)
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

const email = 'Zoë.Bell@Example.org'
const spelled = ' zoë.bell@EXAMPLE.org '
const nothing = { messages: 0, replies: 0, subscribers: 0, mails: 0, activity: 0 }
type Held = Record<'messages' | 'subscribers' | 'mails' | 'activity', Record<string, unknown>[]> & { email: string }

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  t.send(method, path, { cookie, body, headers })
const exportOf = async (address: unknown) => (await ask('POST', '/api/privacy/export', { email: address })).json as Held
const erase = async (address: unknown) => (await ask('POST', '/api/privacy/erase', { email: address })).json
const visit = (path: string, body: unknown) => t.send('POST', path, { body })
/** Every row of every table, as one text. */
async function everything(): Promise<string> {
  const tables = [...Object.values(contentTables).map(({ table }) => table), ...passingTables]
  return JSON.stringify(await Promise.all(tables.map((table) => t.services.db.select().from(table))))
}

/**
 * Messages of one person in several folders, a reply, a sign-up, an invitation, and actions of administrators on them.
 */
async function aLife(of: string) {
  const message = messageInput({ name: 'Zoë Bell', email: of })
  await visit('/api/contact', { ...message, subject: 'First' })
  await visit('/api/contact', { ...message, subject: 'Second', website: 'x' })
  const [second, first] = await t.services.db
    .select()
    .from(contactMessages)
    .orderBy(contactMessages.id)
    .then((rows) => rows.toReversed())
  await ask(
    'PUT',
    `/api/contact/${first!.id}`,
    { read: true },
    { 'idempotency-key': `read ${of.length}`.replace(' ', '-') },
  )
  await ask('POST', `/api/contact/${first!.id}/replies`, { body: 'Good day to you' })
  await visit('/api/waitlist', { email: of })
  await visit('/api/waitlist', { email: of, website: 'x' })
  await ask('POST', '/api/invitations', { email: of })
  await t.send('POST', '/api/login', { body: { username: of, password: 'nothing of the kind' } })
  return { first: first!.id, second: second!.id }
}

describe('an export', () => {
  test('has all data of an address, whatever its case, and of no other', async () => {
    await aLife(`not.${email}`)
    const { first, second } = await aLife(email)
    const held = await exportOf(spelled)
    expect(Object.keys(held).toSorted()).toEqual(['activity', 'email', 'mails', 'messages', 'subscribers'])
    expect(held.email).toBe(spelled.trim())
    expect(held.messages).toMatchObject([
      { id: second, subject: 'Second', folder: 'spam', thread: [] },
      { id: first, subject: 'First', thread: [{ body: 'Good day to you', by: { username: 'ada' } }] },
    ])
    expect(held.subscribers.map(({ email: address, state }) => [address, state])).toEqual([
      [email, 'pending'],
      [email, 'unasked'],
    ])
    expect(held.mails.map(({ kind, to }) => `${String(kind)} ${String(to)}`).toSorted()).toEqual([
      `confirmation ${email}`,
      `invitation ${email}`,
      'message "Owner" <owner@acme.example>',
      `reply ${email}`,
    ])
    expect(held.activity.map(({ action, kind }) => `${String(action)} ${String(kind)}`).toSorted()).toEqual([
      'invited invitation',
      'read message',
      'replied message',
      'sign-in-refused session',
    ])
    expect(JSON.stringify(held).toLowerCase()).not.toContain('not.zo')
  })

  test('is in the activity log, without the address, and is not stored for its idempotency key', async () => {
    await aLife(email)
    await t.services.db.delete(activity)
    const answer = await ask('POST', '/api/privacy/export', { email }, { 'idempotency-key': 'export' })
    expect(answer.status).toBe(200)
    expect(await t.services.db.select().from(activity)).toMatchObject([
      { username: 'ada', action: 'exported', kind: 'privacy', recordId: null, title: '' },
    ])
    expect(await t.services.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'export'))).toEqual([])
  })

  test('of an address without data is empty', async () => {
    expect(await exportOf('nobody@example.org')).toEqual({
      email: 'nobody@example.org',
      messages: [],
      subscribers: [],
      mails: [],
      activity: [],
    })
  })
})

describe('an erasure', () => {
  test('deletes an address everywhere, returns how much there was, and is idempotent', async () => {
    await aLife(email)
    await aLife('other@example.org')
    expect(await erase(spelled)).toEqual({ messages: 2, replies: 1, subscribers: 2, mails: 4, activity: 4 })
    const left = await everything()
    expect(left.toLowerCase()).not.toContain('zoë.bell')
    expect(left).toContain('other@example.org')
    expect(await exportOf(email)).toMatchObject({ messages: [], subscribers: [], mails: [], activity: [] })
    expect(await erase(email)).toEqual(nothing)
    const others = await exportOf('other@example.org')
    expect([others.messages.length, others.subscribers.length, others.mails.length]).toEqual([2, 2, 4])
  })

  test('keeps in the activity log who erased and when, and what was done, without the name of the person', async () => {
    await aLife(email)
    await erase(email)
    const lines = await t.services.db.select().from(activity).orderBy(activity.id)
    expect(lines.map(({ action, kind, title, username }) => `${action} ${kind} ${title} ${username}`)).toEqual([
      'read message  ada',
      'replied message  ada',
      'invited invitation  ada',
      'sign-in-refused session  null',
      'erased privacy  ada',
    ])
  })

  test('deletes the stored answers of idempotency keys that contain the address, and no others', async () => {
    await aLife(email)
    await aLife('other@example.org')
    const keys = async () => (await t.services.db.select().from(idempotencyKeys)).map(({ answer }) => answer)
    expect((await keys()).some((answer) => answer.includes(email))).toBe(true)
    await erase(email)
    expect((await keys()).some((answer) => answer.includes(email))).toBe(false)
    expect((await keys()).some((answer) => answer.includes('other@example.org'))).toBe(true)
  })

  test('keeps the link of an invitation valid', async () => {
    await aLife(email)
    await erase(email)
    expect(await t.services.db.select().from(invitations)).toMatchObject([{ email: null }])
  })

  test('is one transaction', async () => {
    await aLife(email)
    const before = await everything()
    // Simulates that the last step fails.
    const stop = t.services.events.runListeners
    t.services.events.runListeners = () => Promise.reject(new Error('No'))
    expect((await ask('POST', '/api/privacy/erase', { email })).status).toBe(500)
    t.services.events.runListeners = stop
    expect(await everything()).toBe(before)
  })

  test('repeated with one key runs once, and is answered the same', async () => {
    await aLife(email)
    const once = await ask('POST', '/api/privacy/erase', { email }, { 'idempotency-key': 'once' })
    await visit('/api/waitlist', { email })
    const again = await ask('POST', '/api/privacy/erase', { email }, { 'idempotency-key': 'once' })
    expect(again.json).toEqual(once.json)
    expect((await exportOf(email)).subscribers).toHaveLength(1)
  })

  test('finds mails about a sender whose message is already deleted', async () => {
    const { first } = await aLife(email)
    await ask('DELETE', `/api/contact/${first}`)
    await erase(email)
    expect(await t.services.db.select().from(outbox)).toEqual([])
  })

  test('is sent to open windows, record by record', async () => {
    await aLife(email)
    const heard: string[] = []
    const stop = t.services.changes.subscribe((entries) => {
      for (const { change } of entries)
        if (typeof change === 'object') heard.push(`${change.kind} ${change.action} ${change.id}`)
    })
    await erase(email)
    stop()
    expect(heard).toEqual(
      expect.arrayContaining(['message deleted 1', 'message deleted 2', 'subscriber deleted 1', 'mail deleted 1']),
    )
  })
})

test('an invalid address is refused, and so is a request without a session', async () => {
  for (const path of ['/api/privacy/export', '/api/privacy/erase']) {
    for (const wrong of ['', 'zoë', 'zoë@', 7, null, undefined, '%', '*', 'a@b.example, c@d.example'])
      expect([path, wrong, (await ask('POST', path, { email: wrong })).status]).toEqual([path, wrong, 422])
    expect((await t.send('POST', path, { body: { email } })).status).toBe(401)
    expect((await ask('GET', path)).status).toBe(405)
  }
})
