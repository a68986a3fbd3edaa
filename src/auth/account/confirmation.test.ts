import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { addInvitation } from '#auth/people/invitations'
import { insertSession } from '#auth/sessions/sessions'
import { createAdministrator } from '#auth/store'
import { invitations, sessions, users } from '#auth/table'
import { idempotencyKeys } from '#platform/writes/table'
import { system } from '#platform/events/events'
import { outbox } from '#platform/mail/table'
import { administrator, type Answer, cookieOf, origin, testApi } from '#test/api'
import { makeAuthenticator } from '#test/network/authenticator'

let t: Awaited<ReturnType<typeof testApi>>
/** A session of the password alone. */
let cookie: string
beforeAll(async () => {
  t = await testApi({
    throttle: false,
    siteUrl: origin,
    webhookAllow: ['127.0.0.0/8'],
    mail: { url: 'smtp://127.0.0.1:1', from: 'site@acme.example', to: ['owner@acme.example'] },
  })
})
beforeEach(async () => {
  await t.reset()
  await t.signIn()
  cookie = cookieOf(await t.send('POST', '/api/login', { body: administrator }))
})
afterAll(() => t.close())

const currentPassword = administrator.password
const good = 'a bicycle made of rain'
const send = (method: string, path: string, body?: object, as = cookie) => t.send(method, path, { body, cookie: as })
const confirm = (proof: object, as = cookie) => send('POST', '/api/account/confirm', proof, as)
const addBob = () => createAdministrator(t.services.db, { username: 'bob', password: good })
const webhook = { url: 'http://127.0.0.1:9/', events: ['test'] }

/** What outlasts a session, and what each answers when it is confirmed. */
const guarded: [string, string, object, number][] = [
  ['POST', '/api/tokens', { name: 'Import', scope: 'read' }, 201],
  ['POST', '/api/webhooks', webhook, 201],
  ['POST', '/api/webhooks/1/rotate', {}, 200],
  ['POST', '/api/invitations', { email: 'eve@acme.example' }, 201],
  ['DELETE', '/api/users/2', {}, 204],
]

async function addSubjects() {
  await addBob()
  expect((await send('POST', '/api/webhooks', { ...webhook, currentPassword })).status).toBe(201)
}

describe.each(guarded)('%s %s', (method, path, body, done) => {
  beforeEach(addSubjects)

  test('needs the current password, which is neither stored nor answered', async () => {
    const missing = await send(method, path, body)
    expect([missing.status, missing.json]).toMatchObject([403, { issues: [{ path: 'currentPassword' }] }])
    expect((await send(method, path, { ...body, currentPassword: 'wrong' })).status).toBe(403)
    for (const bad of ['', 7, null, 'x'.repeat(2000)])
      expect([bad, (await send(method, path, { ...body, currentPassword: bad })).status]).toEqual([bad, 422])
    const headers = { 'idempotency-key': 'once' }
    const right = { body: { ...body, currentPassword }, cookie, headers }
    const first = await t.send(method, path, right)
    expect(first.status).toBe(done)
    expect(first.text).not.toContain('currentPassword')
    // The stored hash is of the body without the password: it is the same in a confirmed session.
    await confirm({ currentPassword })
    const again = await t.send(method, path, { body, cookie, headers })
    expect([again.status, again.text]).toEqual([done, first.text])
    expect(await t.services.db.$count(idempotencyKeys)).toBe(1)
  })

  test('goes without it in a session that was confirmed, for ten minutes', async () => {
    expect((await send(method, path, body)).status).toBe(403)
    expect((await confirm({ currentPassword })).status).toBe(200)
    await t.services.db.update(sessions).set({ confirmedAt: sql`now() - interval '601 seconds'` })
    expect((await send(method, path, body)).status).toBe(403)
    await t.services.db.update(sessions).set({ confirmedAt: sql`now() - interval '590 seconds'` })
    expect((await send(method, path, body)).status).toBe(done)
  })
})

test('the last administrator cannot be removed, whether the session is confirmed or not', async () => {
  expect((await send('DELETE', '/api/users/1')).status).toBe(409)
  await addBob()
  expect((await send('DELETE', '/api/users/1')).status).toBe(403)
})

test('a backup is downloaded in a confirmed session alone', async () => {
  const { id } = (await send('POST', '/api/backups')).json as { id: number }
  const state = async () =>
    ((await send('GET', '/api/backups')).json as { id: number; state: string }[]).find((one) => one.id === id)?.state
  while ((await state()) === 'running') await Bun.sleep(50)
  expect(await state()).toBe('done')
  const path = `/api/backups/${id}/archive`
  const refused = await send('GET', path)
  expect([refused.status, (refused.json as { message: string }).message]).toEqual([
    403,
    'Please confirm this with your current password',
  ])
  expect((await send('GET', '/api/backups/99/archive')).status).toBe(404)
  await confirm({ currentPassword })
  expect((await send('GET', path)).status).toBe(200)
  const other = cookieOf(await t.send('POST', '/api/login', { body: administrator }))
  expect((await send('GET', path, undefined, other)).status).toBe(403)
  await send('DELETE', `/api/backups/${id}`)
})

describe('a session', () => {
  const until = async (as = cookie) =>
    ((await send('GET', '/api/account/confirm', undefined, as)).json as { confirmedUntil: string | null })
      .confirmedUntil

  test('is confirmed by exactly one right proof, and says until when', async () => {
    expect(await until()).toBeNull()
    for (const proof of [{}, { code: '' }, { currentPassword, code: '123456' }])
      expect([proof, (await confirm(proof)).status]).toEqual([proof, 422])
    for (const proof of [
      { currentPassword: 'wrong' },
      { code: '123456' },
      { recoveryCode: 'AAAA' },
      { credential: {} },
    ])
      expect([proof, (await confirm(proof)).status]).toEqual([proof, 403])
    expect(await until()).toBeNull()
    const answer = await confirm({ currentPassword })
    const left = Date.parse((answer.json as { confirmedUntil: string }).confirmedUntil) - Date.now()
    expect(left > 590_000 && left <= 600_000).toBe(true)
    expect(await until()).toBe((answer.json as { confirmedUntil: string }).confirmedUntil)
    const other = cookieOf(await t.send('POST', '/api/login', { body: administrator }))
    expect(await until(other)).toBeNull()
  })

  test('is confirmed by a code, which is used up, by a recovery code, and by signing in with one', async () => {
    const { secret } = (await send('POST', '/api/account/totp', { currentPassword })).json as { secret: string }
    const code = (later = 0) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 })
    const added = (await send('POST', '/api/account/totp/confirm', { code: code(-1) })).json as {
      recoveryCodes: string[]
    }
    const now = code()
    expect((await confirm({ code: now })).status).toBe(200)
    expect(await until()).not.toBeNull()
    await t.services.db.update(sessions).set({ confirmedAt: null })
    expect((await confirm({ code: now })).status).toBe(403)
    expect((await confirm({ recoveryCode: added.recoveryCodes[0] })).status).toBe(200)
    expect((await confirm({ recoveryCode: added.recoveryCodes[0] })).status).toBe(403)
    const { challenge } = (await send('POST', '/api/login', administrator, '')).json as { challenge: string }
    const passed = await send('POST', '/api/login/second-factor', { challenge, code: code(1) }, '')
    expect(await until(cookieOf(passed))).not.toBeNull()
    expect((await send('POST', '/api/tokens', { name: 'x', scope: 'read' }, cookieOf(passed))).status).toBe(201)
  })

  test('is confirmed by a passkey, for a challenge that works once', async () => {
    const device = await makeAuthenticator(origin)
    const creation = (await send('POST', '/api/account/passkeys/options', { currentPassword })).json
    await send('POST', '/api/account/passkeys', { name: 'Key', credential: await device.create(creation as never) })
    const options = async () => (await send('POST', '/api/account/confirm/options')).json
    const credential = await device.get((await options()) as never)
    expect((await confirm({ credential })).status).toBe(200)
    await t.services.db.update(sessions).set({ confirmedAt: null })
    expect((await confirm({ credential })).status).toBe(403)
    // A challenge of the login does not confirm.
    const login = (await send('POST', '/api/login/passkey/options')).json
    expect((await confirm({ credential: await device.get(login as never) })).status).toBe(403)
    expect(await until()).toBeNull()
  })

  test('is not confirmed by a token', async () => {
    const made = await send('POST', '/api/tokens', { name: 'x', scope: 'write', currentPassword })
    const { token } = made.json as { token: string }
    const answer = await t.send('POST', '/api/account/confirm', {
      body: { currentPassword },
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([403, 'Bearer error="insufficient_scope"'])
  })
})

describe('a stolen session', () => {
  const tokenOf = (answer: Answer) => (answer.json as { url: string }).url.split('/').at(-2) ?? ''
  const invite = async (as = cookie) =>
    tokenOf(await send('POST', '/api/invitations', { email: 'eve@acme.example', currentPassword }, as))
  const accept = (token: string) =>
    send('POST', '/api/invitations/accept', { token, username: 'eve', password: good }, '')
  const open = async (as = cookie) => (await send('GET', '/api/invitations', undefined, as)).json

  test('leaves no invitation behind when the password changes, and those of others stay', async () => {
    const bob = await addBob()
    const { cookie: bobs } = await insertSession(t.services.db, bob.id, origin, undefined, true)
    await send('POST', '/api/invitations', { email: 'joe@acme.example' }, bobs.split(';')[0])
    const token = await invite()
    expect(await open()).toMatchObject([{}, {}])
    const changed = await send('PUT', '/api/account', { currentPassword, newPassword: good })
    cookie = cookieOf(changed)
    expect((await accept(token)).status).toBe(404)
    expect(await open()).toMatchObject([{ email: 'joe@acme.example' }])
    expect((await t.services.db.select().from(outbox)).map(({ to }) => to)).toEqual(['joe@acme.example'])
  })

  test('nor when it is reset by a link, nor when the person is removed', async () => {
    await t.services.db.update(users).set({ email: 'ada@acme.example' })
    const token = await invite()
    await send('POST', '/api/password-resets', { username: 'ada' }, '')
    const [letter] = await t.services.db.select().from(outbox).where(eq(outbox.kind, 'password-reset'))
    const link = /\/admin\/reset\/([\w-]{43})\//.exec(letter?.letter.text ?? '')?.[1]
    expect((await send('POST', '/api/password-resets/accept', { token: link, password: good }, '')).status).toBe(200)
    expect((await accept(token)).status).toBe(404)

    const bob = await addBob()
    await addInvitation(t.services.db, {
      token: 'x'.repeat(43),
      email: null,
      language: 'en',
      actor: { is: 'administrator', user: bob, session: '', source: { address: '', device: '' } },
    })
    await addInvitation(t.services.db, { token: 'y'.repeat(43), email: null, language: 'en', actor: system })
    cookie = cookieOf(await send('POST', '/api/login', { username: 'ada', password: good }, ''))
    expect((await send('DELETE', `/api/users/${bob.id}`, { currentPassword: good })).status).toBe(204)
    expect(await t.services.db.$count(invitations)).toBe(1)
  })

  test('a change of name or e-mail address ends no invitation', async () => {
    await invite()
    await send('PUT', '/api/account', { currentPassword, username: 'ada l', email: 'ada@acme.example' })
    expect(await open()).toMatchObject([{}])
  })

  test('all of one’s own tokens are revoked at once', async () => {
    const bob = await addBob()
    const { cookie: bobs } = await insertSession(t.services.db, bob.id, origin, undefined, true)
    const make = async (as?: string) =>
      (
        (await send('POST', '/api/tokens', { name: 'x', scope: 'read', ...(as ? {} : { currentPassword }) }, as))
          .json as {
          token: string
        }
      ).token
    const [first, second, his] = [await make(), await make(), await make(bobs.split(';')[0])]
    const read = async (token: string) =>
      (await t.send('GET', '/api/waitlist', { headers: { authorization: `Bearer ${token}` } })).status
    expect([await read(first), await read(second), await read(his)]).toEqual([200, 200, 200])
    expect((await send('DELETE', '/api/tokens')).status).toBe(204)
    expect([await read(first), await read(second), await read(his)]).toEqual([401, 401, 200])
    expect((await send('DELETE', '/api/tokens')).status).toBe(204)
  })
})

describe('the other administrators', () => {
  const notices = async () =>
    (await t.services.db.select().from(outbox).where(eq(outbox.kind, 'security')).orderBy(outbox.id)).map(
      ({ to, letter }) => ({ to, subject: letter.subject, text: letter.text }),
    )
  beforeEach(async () => {
    await addBob()
    await createAdministrator(t.services.db, { username: 'eve', password: good })
    await t.services.db
      .update(users)
      .set({ email: sql`username || '@acme.example'` })
      .where(eq(users.username, 'bob'))
    await send('PUT', '/api/settings', { ownerLanguage: 'es' })
  })

  test('are mailed about a token, in the owner’s language', async () => {
    await send('POST', '/api/tokens', { name: 'Importación', scope: 'read', currentPassword })
    expect(await notices()).toEqual([
      {
        to: 'bob@acme.example',
        subject: 'Nuevo acceso a Industria AI',
        text: expect.stringContaining('ada ha creado el token «Importación»'),
      },
    ])
  })

  test('are mailed about a changed and a reset password, the person concerned is not', async () => {
    await send('PUT', '/api/account', { currentPassword, newPassword: 'a kettle full of snow', username: 'ada l' })
    expect(await notices()).toMatchObject([
      { to: 'bob@acme.example', text: expect.stringContaining('contraseña de ada l') },
    ])
    await t.services.db.update(users).set({ email: 'ada@acme.example' }).where(eq(users.username, 'ada l'))
    await send('POST', '/api/password-resets', { username: 'bob' }, '')
    const [letter] = await t.services.db.select().from(outbox).where(eq(outbox.kind, 'password-reset'))
    const token = /\/admin\/reset\/([\w-]{43})\//.exec(letter?.letter.text ?? '')?.[1]
    await send('POST', '/api/password-resets/accept', { token, password: 'a lantern under the sea' }, '')
    expect((await notices())[1]).toMatchObject({
      to: 'ada@acme.example',
      text: expect.stringContaining('contraseña de bob'),
    })
    expect(await notices()).toHaveLength(2)
  })

  test('are mailed about a new administrator, and not about a new name', async () => {
    await send('PUT', '/api/account', { currentPassword, username: 'ada l' })
    expect(await notices()).toEqual([])
    const made = await send('POST', '/api/invitations', { email: 'joe@acme.example', currentPassword })
    const token = (made.json as { url: string }).url.split('/').at(-2)
    await send('POST', '/api/invitations/accept', { token, username: 'joe', password: good }, '')
    expect(await notices()).toMatchObject([{ to: 'bob@acme.example', text: expect.stringContaining('joe administra') }])
  })
})

describe('sessions end for good', () => {
  const day = (days: number) => sql`now() - make_interval(days => ${days})`
  const check = () => t.send('GET', '/api/auth/check', { cookie })
  const isSignedIn = async () => ((await check()).json as { authenticated: boolean }).authenticated

  test('after 90 days, however much they are used', async () => {
    await t.services.db.update(sessions).set({ createdAt: day(89), expiresAt: sql`now() + interval '20 days'` })
    expect(await isSignedIn()).toBe(true)
    // As a row of the last release, which had no such limit.
    await t.services.db.update(sessions).set({ createdAt: day(91), expiresAt: sql`now() + interval '20 days'` })
    expect(await isSignedIn()).toBe(false)
    expect((await send('GET', '/api/contact')).status).toBe(401)
  })

  test('and are extended by 30 days up to then, the cookie included', async () => {
    const extend = async (age: number) => {
      await t.services.db.update(sessions).set({ createdAt: day(age), expiresAt: sql`now() + interval '2 days'` })
      const days = Number(/Max-Age=(\d+)/.exec((await check()).headers.get('set-cookie') ?? '')?.[1]) / 86_400
      const [row] = await t.services.db
        .select({ days: sql`extract(epoch from ${sessions.expiresAt} - now()) / 86400`.mapWith(Number) })
        .from(sessions)
        .orderBy(sql`${sessions.number} desc`)
      return [Math.round(days), Math.round(row?.days ?? 0)]
    }
    expect(await extend(10)).toEqual([30, 30])
    expect(await extend(60)).toEqual([30, 30])
    expect(await extend(75)).toEqual([15, 15])
    // Nothing is left to extend.
    await t.services.db.update(sessions).set({ createdAt: day(80), expiresAt: sql`now() + interval '10 days'` })
    expect((await check()).headers.get('set-cookie')).toBeNull()
  })

  test('after 30 days without use', async () => {
    await t.services.db.update(sessions).set({ createdAt: day(31), expiresAt: day(0) })
    expect(await isSignedIn()).toBe(false)
  })
})
