import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { activity } from '#features/activity/table'
import { administrator, type Answer, cookieOf, testApi } from '#test/api'
import { isCommonPassword } from '#auth/passwords/password-rules'
import { createAdministrator } from '#auth/store'
import { invitations, sessions, users } from '#auth/table'
import { ownerSettings } from '#platform/owner/table'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({ throttle: false })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(() => t.close())

const good = 'a bicycle made of rain'
const get = (path: string, as = cookie) => t.send('GET', path, { cookie: as })
const remove = (path: string, as = cookie) => t.send('DELETE', path, { cookie: as })
const isSignedIn = async (as: string) =>
  ((await get('/api/auth/check', as)).json as { authenticated: boolean }).authenticated
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted()

/** Another administrator, signed in. */
async function bob(password = good): Promise<{ id: number; cookie: string }> {
  const { id } = await createAdministrator(t.services.db, { username: 'Bob', password })
  return { id, cookie: cookieOf(await t.send('POST', '/api/login', { body: { username: 'bob', password } })) }
}

const deedsOf = async () =>
  (await t.services.db.select().from(activity).orderBy(activity.id)).map(
    ({ username, action, kind, title }) => `${username ?? '-'} ${action} ${kind} ${title}`,
  )

describe('administrators', () => {
  test('are listed in the order of their creation', async () => {
    await bob()
    const { json } = await get('/api/users')
    expect(json).toMatchObject([
      { id: 1, username: 'ada', email: null },
      { id: 2, username: 'Bob', email: null },
    ])
    const [ada] = json as Record<string, unknown>[]
    expect(Object.keys(ada ?? {}).toSorted()).toEqual(['createdAt', 'email', 'id', 'lastUsedAt', 'username'])
    expect(ada?.lastUsedAt).toMatch(/Z$/)
  })

  test('who are removed are signed out at once, and their name stays in the activity log', async () => {
    const other = await bob()
    await t.send('POST', '/api/blog', { cookie: other.cookie, body: { title: 'Hers', status: 'draft' } })
    expect((await remove(`/api/users/${other.id}`)).status).toBe(204)
    expect(await isSignedIn(other.cookie)).toBe(false)
    expect((await get('/api/blog/1/revisions')).json).toMatchObject([{ savedBy: { id: 2, username: 'Bob' } }])
    expect((await remove(`/api/users/${other.id}`)).status).toBe(404)
  })

  test('cannot all be removed', async () => {
    const last = await remove('/api/users/1')
    expect([last.status, last.json]).toEqual([409, { message: 'The last administrator can’t be removed' }])
    const other = await bob()
    const answers = await Promise.all([
      t.send('DELETE', '/api/users/1', { cookie: other.cookie, body: { currentPassword: good } }),
      t.send('DELETE', `/api/users/${other.id}`, { cookie, body: { currentPassword: administrator.password } }),
    ])
    const [first, second] = statuses(answers)
    expect(first).toBe(204)
    expect([401, 409]).toContain(second!)
    expect(await t.services.db.$count(users)).toBe(1)
  })
})

describe('one’s own account', () => {
  const change = (body: object, as = cookie) =>
    t.send('PUT', '/api/account', { cookie: as, body: { currentPassword: administrator.password, ...body } })

  test('can be renamed and given an e-mail address; omitted fields stay', async () => {
    expect((await change({ username: ' Ada L. ', email: ' ada@acme.example ' })).json).toEqual({
      id: 1,
      username: 'Ada L.',
      email: 'ada@acme.example',
    })
    expect((await change({})).json).toEqual({ id: 1, username: 'Ada L.', email: 'ada@acme.example' })
    expect((await get('/api/account')).json).toEqual({ id: 1, username: 'Ada L.', email: 'ada@acme.example' })
    expect((await change({ email: null })).json).toMatchObject({ email: null })
    expect(await isSignedIn(cookie)).toBe(true)
  })

  test('cannot take a name that is in use, whatever the case', async () => {
    await bob()
    const taken = await change({ username: 'BOB' })
    expect([taken.status, taken.json]).toEqual([
      409,
      { message: 'This username is taken', issues: [{ path: 'username', message: 'This username is taken' }] },
    ])
    expect((await change({ username: 'ADA' })).json).toMatchObject({ username: 'ADA' })
  })

  test('with a new password ends every other session, and continues under a new cookie', async () => {
    const elsewhere = await t.signIn()
    const answer = await change({ newPassword: good })
    expect(answer.status).toBe(200)
    const fresh = cookieOf(answer)
    expect(await Promise.all([cookie, elsewhere, fresh].map(isSignedIn))).toEqual([false, false, true])
    const login = (password: string) => t.send('POST', '/api/login', { body: { username: 'ada', password } })
    expect([(await login(administrator.password)).status, (await login(good)).status]).toEqual([401, 200])
  })

  test('needs the current password', async () => {
    const wrong = await change({ currentPassword: 'something else', username: 'eve' })
    expect([wrong.status, wrong.json]).toEqual([403, { message: 'This is not your current password' }])
    expect((await t.send('PUT', '/api/account', { cookie, body: { username: 'eve' } })).status).toBe(422)
    expect((await get('/api/account')).json).toMatchObject({ username: 'ada' })
  })

  test.each([
    ['short', 'Password must have 12 to 256 characters'],
    ['x'.repeat(257), 'This text is too long'],
    ['PASSWORD1234', 'This password is one of the most common ones: please choose another'],
    ['111111111111', 'This password is one of the most common ones: please choose another'],
    ['industria ai', 'The password cannot be the name of the site'],
  ])('refuses the password %p', async (newPassword, message) => {
    const answer = await change({ newPassword })
    expect(answer.status).toBe(422)
    const { issues } = answer.json as { issues: { path: string; message: string }[] }
    expect(issues[0]?.path).toBe('newPassword')
    if (newPassword.length < 257) expect(issues[0]?.message).toBe(message)
  })

  test('refuses the name as the password', async () => {
    const answer = await change({ username: 'ada lovelace', newPassword: 'Ada Lovelace' })
    expect([answer.status, answer.json]).toMatchObject([422, { issues: [{ path: 'newPassword' }] }])
  })

  describe('with limits', () => {
    let strict: typeof t
    let mine: string
    beforeAll(async () => {
      strict = await testApi()
    })
    beforeEach(async () => {
      await strict.reset()
      mine = await strict.signIn()
    })
    afterAll(() => strict.close())

    const wrong = { ...administrator, password: 'wrong' }
    const login = (body = administrator, as?: string) => strict.send('POST', '/api/login', { body, cookie: as })
    const confirm = (currentPassword: string, as = mine) =>
      strict.send('PUT', '/api/account', { cookie: as, body: { currentPassword, username: 'ada' } })
    const times = async (count: number, ask: () => Promise<Answer>) => {
      const answers: number[] = []
      for (let turn = 0; turn < count; turn++) answers.push((await ask()).status)
      return answers
    }
    /** The cookies of a browser: that of the session, and that of the device. */
    const browser = async () => {
      const cookies = (await login()).headers.getSetCookie()
      expect(cookies).toHaveLength(2)
      return cookies.map((each) => each.split(';')[0]).join('; ')
    }

    test('a wrong password counts as a failed login: five of both are ten', async () => {
      expect(await times(5, () => login(wrong))).toEqual(Array<number>(5).fill(401))
      expect(await times(5, () => confirm('wrong'))).toEqual(Array<number>(5).fill(403))
      const refused = await login()
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
      expect((await confirm(administrator.password)).status).toBe(429)
    })

    test('those of one browser count together, and for the other browsers at its address', async () => {
      const own = await browser()
      expect(await times(5, () => login(wrong, own))).toEqual(Array<number>(5).fill(401))
      expect(await times(5, () => confirm('wrong', own))).toEqual(Array<number>(5).fill(403))
      expect([(await login(administrator, own)).status, (await confirm(administrator.password, own)).status]).toEqual([
        429, 429,
      ])
      expect(await times(5, () => login(wrong))).toEqual(Array<number>(5).fill(401))
      expect((await login()).status).toBe(429)
    })

    test('at every route that takes the password or a code', async () => {
      const key = { currentPassword: 'wrong' }
      const routes = [
        ['PUT', '/api/account'],
        ['POST', '/api/account/totp'],
        ['DELETE', '/api/account/totp'],
        ['POST', '/api/account/recovery-codes'],
        ['POST', '/api/account/passkeys/options'],
        ['DELETE', '/api/users/2/second-factor'],
      ] as const
      for (const [method, path] of routes) {
        await strict.reset()
        const as = await strict.signIn()
        await createAdministrator(strict.services.db, { username: 'bob', password: good })
        const ask = () => strict.send(method, path, { cookie: as, body: key })
        expect([path, await times(5, ask)]).toEqual([path, Array<number>(5).fill(403)])
        expect(await times(5, () => login(wrong))).toEqual(Array<number>(5).fill(401))
        expect([path, (await login()).status]).toEqual([path, 429])
      }
    })

    test('a wrong code for a new app counts as well', async () => {
      await strict.send('POST', '/api/account/totp', {
        cookie: mine,
        body: { currentPassword: administrator.password },
      })
      const ask = () => strict.send('POST', '/api/account/totp/confirm', { cookie: mine, body: { code: '000000' } })
      expect(await times(5, ask)).toEqual(Array<number>(5).fill(422))
      expect(await times(5, () => login(wrong))).toEqual(Array<number>(5).fill(401))
      expect((await login()).status).toBe(429)
    })

    test('right passwords do not count', async () => {
      await times(9, () => login(wrong))
      expect(await times(12, () => confirm(administrator.password))).toEqual(Array<number>(12).fill(200))
      expect((await login()).status).toBe(200)
    })

    test('what strangers at the address try does not keep a known browser from confirming', async () => {
      const own = await browser()
      await times(10, () => login(wrong))
      expect((await login()).status).toBe(429)
      expect((await confirm(administrator.password, own)).status).toBe(200)
      expect(await times(11, () => confirm('wrong', own))).toEqual([...Array<number>(10).fill(403), 429])
    })
  })
})

describe('common passwords', () => {
  test.each([
    'Password1234',
    'qwertyuiop12',
    'letmein12345',
    'iloveyou1234',
    '123456789012',
    'abcdefghijkl',
    'administrator',
  ])('%p is one', async (password) => {
    expect(await isCommonPassword(password)).toBe(true)
  })

  test.each([administrator.password, good, 'Sunshine-2026!x', 'tres tristes tigres'])(
    '%p is not one',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false)
    },
  )
})

describe('an invitation', () => {
  const invite = (body?: object) => t.send('POST', '/api/invitations', { cookie, body })
  const accept = (token: string, further: object = {}) =>
    t.send('POST', '/api/invitations/accept', { body: { token, username: 'bob', password: good, ...further } })
  const tokenOf = (answer: Answer) =>
    /\/admin\/invitation\/([\w-]{43})\/$/.exec((answer.json as { url: string }).url)?.[1] ?? ''

  test('makes the holder of its link an administrator, once', async () => {
    const made = await invite({ email: 'bob@acme.example' })
    expect([made.status, made.json]).toMatchObject([
      201,
      { id: 1, email: 'bob@acme.example', createdBy: { id: 1, username: 'ada' } },
    ])
    expect((await get('/api/invitations')).json).toEqual([
      Object.fromEntries(Object.entries(made.json as object).filter(([name]) => name !== 'url')),
    ])
    const joined = await accept(tokenOf(made))
    expect([joined.status, joined.json]).toEqual([201, { id: 2, username: 'bob' }])
    expect(await isSignedIn(cookieOf(joined))).toBe(true)
    expect((await get('/api/users')).json).toMatchObject([{}, { username: 'bob', email: 'bob@acme.example' }])
    expect((await get('/api/invitations')).json).toEqual([])
    expect((await accept(tokenOf(made), { username: 'eve' })).status).toBe(404)
  })

  test('is in the language that the inviter chooses, or in that of the owner', async () => {
    await t.services.db
      .insert(ownerSettings)
      .values({ id: 1, ownerLanguage: 'es' })
      .onConflictDoUpdate({
        target: ownerSettings.id,
        set: { ownerLanguage: 'es' },
      })
    expect((await invite({ language: 'en' })).json).toMatchObject({ language: 'en' })
    expect((await invite({})).json).toMatchObject({ language: 'es' })
    expect((await get('/api/invitations')).json).toMatchObject([{ language: 'es' }, { language: 'en' }])
    const refused = await invite({ language: 'de' })
    expect([refused.status, refused.json]).toMatchObject([422, { issues: [{ path: 'language' }] }])
  })

  test('stores only the hash of its token', async () => {
    const token = tokenOf(await t.send('POST', '/api/invitations', { cookie, headers: { 'idempotency-key': 'once' } }))
    const again = tokenOf(await t.send('POST', '/api/invitations', { cookie, headers: { 'idempotency-key': 'once' } }))
    expect(again).toBe(token)
    expect(await t.services.db.$count(invitations)).toBe(1)
    const stored = JSON.stringify([
      await t.services.db.select().from(invitations),
      (await t.services.db.execute(sql`select * from idempotency_keys`)) as unknown,
    ])
    expect(stored).not.toContain(token)
  })

  test('expires after 48 hours, and can be withdrawn', async () => {
    const [old, ended] = [await invite(), await invite()]
    await t.services.db
      .update(invitations)
      .set({ expiresAt: sql`now()` })
      .where(eq(invitations.id, 1))
    expect((await remove('/api/invitations/2')).status).toBe(204)
    const answers = [await accept(tokenOf(old)), await accept(tokenOf(ended)), await accept('x')]
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: 3 }, () => [404, answers[0]?.text ?? '']),
    )
    expect((await get('/api/invitations')).json).toEqual([])
    expect((await remove('/api/invitations/1')).status).toBe(404)
  })

  test('stays open when its use is refused', async () => {
    const token = tokenOf(await invite())
    expect((await accept(token, { username: 'ADA' })).status).toBe(409)
    expect((await accept(token, { password: 'password1234' })).status).toBe(422)
    expect((await accept(token, { password: 'short' })).status).toBe(422)
    expect((await accept(token)).status).toBe(201)
  })

  test('used several times at once makes one administrator', async () => {
    const token = tokenOf(await invite())
    const answers = await Promise.all(['bob', 'eve', 'joe'].map((username) => accept(token, { username })))
    expect(statuses(answers)).toEqual([201, 404, 404])
    expect(await t.services.db.$count(users)).toBe(2)
  })

  test('needs a valid e-mail address or none', async () => {
    expect((await invite({ email: 'nobody' })).status).toBe(422)
    expect((await invite({ email: '' })).json).toMatchObject({ email: null })
    expect((await invite({})).status).toBe(201)
  })
})

describe('sessions', () => {
  test('are listed for their owner, with device and time, without the token', async () => {
    const other = await bob()
    const login = await t.send('POST', '/api/login', {
      body: administrator,
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    })
    const { text, json } = await get('/api/sessions', cookieOf(login))
    expect(json).toMatchObject([
      { device: 'Firefox, Linux', address: '127.0.0.1', current: true },
      { device: '', current: false },
    ])
    for (const row of await t.services.db.select().from(sessions)) expect(text).not.toContain(row.id)
    expect(await isSignedIn(other.cookie)).toBe(true)
  })

  test('end one by one, or all others at once', async () => {
    const [second, third] = [await t.signIn(), await t.signIn()]
    const other = await bob()
    const [own] = (await get('/api/sessions', other.cookie)).json as { id: number }[]
    expect((await remove(`/api/sessions/${own?.id}`)).status).toBe(404)
    const list = (await get('/api/sessions', second)).json as { id: number; current: boolean }[]
    expect((await remove(`/api/sessions/${list.find(({ current }) => current)?.id}`)).status).toBe(204)
    expect(await isSignedIn(second)).toBe(false)
    expect((await remove('/api/sessions')).status).toBe(204)
    expect(await Promise.all([cookie, third, other.cookie].map(isSignedIn))).toEqual([true, false, true])
  })

  test('record their last use, at most once every five minutes', async () => {
    const old = '2026-01-01T00:00:00.000Z'
    await t.services.db.update(sessions).set({ lastUsedAt: old })
    await t.services.db.update(users).set({ lastUsedAt: old })
    const [{ lastUsedAt: first }] = (await get('/api/sessions')).json as [{ lastUsedAt: string }]
    expect(first > old).toBe(true)
    const [{ lastUsedAt: again }] = (await get('/api/sessions')).json as [{ lastUsedAt: string }]
    expect(again).toBe(first)
    expect((await get('/api/users')).json).toMatchObject([{ lastUsedAt: first }])
  })
})

test('new, removed and refused people are in the activity log once committed', async () => {
  await t.services.db.delete(activity)
  const answer = await t.send('POST', '/api/login', { body: administrator })
  await t.send('POST', '/api/login', { body: { username: 'eve', password: 'guess' } })
  const made = await t.send('POST', '/api/invitations', { cookie, body: { email: 'bob@acme.example' } })
  const token = (made.json as { url: string }).url.split('/').at(-2)
  await t.send('POST', '/api/invitations/accept', { body: { token, username: 'bob', password: good } })
  await t.send('PUT', '/api/account', {
    cookie,
    body: { currentPassword: administrator.password, username: 'ada l', newPassword: 'another good password' },
  })
  await t.send('POST', '/api/logout', { cookie: cookieOf(answer) })
  expect(await deedsOf()).toEqual([
    'ada signed-in session ada',
    '- sign-in-refused session eve',
    'ada invited invitation bob@acme.example',
    'bob joined user bob',
    'bob signed-in session bob',
    'ada renamed user ada l',
    'ada password-changed user ada l',
  ])
})
