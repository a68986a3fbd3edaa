import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Config } from '#platform/config'
import { setClientAddress } from '#platform/http/request-facts'
import { outbox } from '#platform/mail/table'
import { activity } from '#features/activity/table'
import { administrator, cookieOf, testApi } from '#test/api'
import { messageInput } from '#test/inputs'
import { passwordResets, users } from './table'

const mail: Partial<Config> = {
  throttle: false,
  siteUrl: 'http://localhost',
  mail: { url: 'smtp://127.0.0.1:1', from: 'site@acme.example', to: ['"Ada" <ada@acme.example>', 'bob@acme.example'] },
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

const mails = () => t.services.db.select().from(outbox).orderBy(outbox.id)
const good = 'a bicycle made of rain'

test('a contact message is mailed to every address of the owner, in their language, with its text unchanged', async () => {
  await t.send('PUT', '/api/settings', { cookie, body: { ownerLanguage: 'es' } })
  const written = { ...messageInput(), name: 'Bob\r\nBcc: eve@acme.example', subject: 'Hi', message: '<b>1</b>\n\n> 2' }
  expect((await t.send('POST', '/api/contact', { body: written })).status).toBe(201)
  const rows = await mails()
  expect(rows.map(({ kind, to, state, about }) => [kind, to, state, about])).toEqual([
    ['message', '"Ada" <ada@acme.example>', 'waiting', 'message:1'],
    ['message', 'bob@acme.example', 'waiting', 'message:1'],
  ])
  const { subject, text, html, replyTo } = rows[0]!.letter
  expect(subject).not.toMatch(/[\r\n]/)
  expect(subject).toContain('Bob')
  expect(replyTo).toBe(written.email)
  expect(text).toContain('> <b>1</b>\n>\n> > 2')
  expect(text).toContain('le ha escrito')
  expect(text).toContain('/admin/messages/?message=1')
  expect(html).toContain('&lt;b&gt;1&lt;/b&gt;')
  expect(html).toContain('lang="es"')
})

test('a message marked as spam is mailed to nobody', async () => {
  await t.send('POST', '/api/contact', { body: { ...messageInput(), website: 'x' } })
  expect(await mails()).toEqual([])
})

test('an invitation with an address is mailed there', async () => {
  const made = await t.send('POST', '/api/invitations', { cookie, body: { email: 'eve@acme.example' } })
  const [row] = await mails()
  expect(row).toMatchObject({ kind: 'invitation', to: 'eve@acme.example' })
  expect(row!.letter.text).toContain((made.json as { url: string }).url)
  await t.send('POST', '/api/invitations', { cookie, body: {} })
  expect(await mails()).toHaveLength(1)
})

test('an invitation is mailed in the language that the inviter chooses', async () => {
  for (const language of ['es', 'en'])
    await t.send('POST', '/api/invitations', { cookie, body: { email: 'eve@acme.example', language } })
  const subjects = (await mails()).map(({ letter }) => letter.subject)
  expect(subjects.map((subject) => subject.replace(/ \S+( \S+)?$/, ''))).toEqual([
    expect.stringContaining('invitación'),
    expect.stringContaining('invitation'),
  ])
})

describe('a forgotten password', () => {
  const ask = (username: string) => t.send('POST', '/api/password-resets', { body: { username } })
  const accept = (token: string, password = good) =>
    t.send('POST', '/api/password-resets/accept', { body: { token, password } })
  const tokenIn = async () => /\/admin\/reset\/([\w-]{43})\//.exec((await mails()).at(-1)?.letter.text ?? '')?.[1] ?? ''
  beforeEach(async () => {
    await t.services.db.update(users).set({ email: 'Ada@acme.example' })
  })

  test('is reset with a link that works once, and every session ends', async () => {
    const answer = await ask('ADA')
    expect([answer.status, answer.json]).toEqual([202, { message: 'If we know you, a link is on its way to you.' }])
    const token = await tokenIn()
    expect(JSON.stringify(await t.services.db.select().from(passwordResets))).not.toContain(token)
    expect((await accept(token, 'password1234')).status).toBe(422)
    const done = await accept(token)
    expect([done.status, done.json]).toMatchObject([200, { id: 1, username: 'ada' }])
    expect((await t.send('GET', '/api/users', { cookie })).status).toBe(401)
    const login = (password: string) => t.send('POST', '/api/login', { body: { username: 'ada', password } })
    expect([(await login(administrator.password)).status, (await login(good)).status]).toEqual([401, 200])
    expect((await accept(token)).status).toBe(404)
    const lines = await t.services.db.select().from(activity)
    expect(lines.map(({ action, username }) => `${username} ${action}`)).toContain('ada password-reset')
  })

  test('can be reset by e-mail address too, with the same answer where there is none', async () => {
    const [known, unknown] = [await ask('ada@ACME.example'), await ask('nobody@acme.example')]
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(await mails()).toHaveLength(1)
  })

  test('has links that expire after an hour; using one invalidates all', async () => {
    await ask('ada')
    const first = await tokenIn()
    await ask('ada')
    const second = await tokenIn()
    const answers = await Promise.all([accept(second), accept(second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await accept(first)).status).toBe(404)
    await ask('ada')
    await t.services.db.update(passwordResets).set({ expiresAt: sql`now()` })
    expect((await accept(await tokenIn())).status).toBe(404)
  })

  test('is mailed five times at most to one account, whatever the spelling, with the same answer after that', async () => {
    const strict = await testApi({ ...mail, throttle: true })
    try {
      await strict.signIn()
      await strict.services.db.update(users).set({ email: 'Ada@acme.example' })
      const answers: [number, string][] = []
      for (const [turn, username] of [
        ...'ada,ADA, Ada,ada@acme.example,ADA@ACME.example,ada'.split(','),
        'eve',
      ].entries()) {
        const request = new Request('http://localhost/api/password-resets', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username }),
        })
        setClientAddress(request, `198.51.100.${turn}`)
        const answer = await strict.api.handle(request)
        answers.push([answer.status, await answer.text()])
      }
      expect(answers).toEqual(Array.from({ length: 7 }, () => [202, answers[0]?.[1] ?? '']))
      expect(await strict.services.db.$count(outbox)).toBe(5)
      expect(await strict.services.db.$count(passwordResets)).toBe(5)
    } finally {
      await strict.close()
    }
  })

  test('cannot be reset without mail, and requests are limited', async () => {
    const without = await testApi({ throttle: false })
    expect((await without.send('POST', '/api/password-resets', { body: { username: 'ada' } })).status).toBe(503)
    await without.close()
    const strict = await testApi({ ...mail, throttle: true })
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn++)
      statuses.push((await strict.send('POST', '/api/password-resets', { body: { username: 'ada' } })).status)
    await strict.close()
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  })
})

test('the owner sets the language and how long messages are stored', async () => {
  const get = async () => (await t.send('GET', '/api/settings', { cookie })).json
  const put = (body: object) => t.send('PUT', '/api/settings', { cookie, body })
  expect(await get()).toMatchObject({ ownerLanguage: 'en', messagesKeptDays: null })
  expect((await put({ messagesKeptDays: 30 })).json).toMatchObject({ ownerLanguage: 'en', messagesKeptDays: 30 })
  expect((await put({ ownerLanguage: 'es' })).json).toMatchObject({ ownerLanguage: 'es', messagesKeptDays: 30 })
  expect((await put({ messagesKeptDays: null })).json).toMatchObject({ ownerLanguage: 'es', messagesKeptDays: null })
  for (const wrong of [
    { ownerLanguage: 'fr' },
    { messagesKeptDays: 0 },
    { messagesKeptDays: 3651 },
    { messagesKeptDays: 1.5 },
  ])
    expect([wrong, (await put(wrong)).status]).toEqual([wrong, 422])
  expect(cookieOf(await put({}))).toBe('')
})
