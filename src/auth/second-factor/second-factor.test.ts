import { afterAll, beforeAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Answer } from '#test/api'
import { administrator, cookieOf, origin, testApi } from '#test/api'
import { makeAuthenticator } from '#test/network/authenticator'
import { createAdministrator } from '#auth/store'
import { activity } from '#features/activity/table'
import { setClientAddress } from '#platform/http/request-facts'
import { outbox } from '#platform/mail/table'
import type { ConfirmedTotp, NewPasskey, SignInChallenge, TotpSetup } from './contract'
import { challenges, passkeys, recoveryCodes, totpSecrets } from './table'
import { resetAdministrator } from './reset-second-factor'
import { useTotpCode } from './totp'
import { hashPassword } from '#auth/passwords/passwords'

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

const currentPassword = administrator.password
const post = (path: string, body?: object, as?: string) => t.send('POST', path, { body, cookie: as })
const get = (path: string, as = cookie) => t.send('GET', path, { cookie: as })
const put = (path: string, body: object) => t.send('PUT', path, { body, cookie })
const remove = (path: string, as = cookie, password = currentPassword) =>
  t.send('DELETE', path, { body: { currentPassword: password }, cookie: as })
const json = <Shape>(answer: Answer) => answer.json as Shape
const factors = async () => (await get('/api/account/second-factor')).json
const isSignedIn = async (as: string) =>
  json<{ authenticated: boolean }>(await get('/api/auth/check', as)).authenticated
const login = () => post('/api/login', administrator)
const begin = async () => json<SignInChallenge>(await login())
const pass = (challenge: string, proof: object) => post('/api/login/second-factor', { challenge, ...proof })

/** The code of an app, `steps` steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
const wrongCode = (secret: string) => {
  const near = [-1, 0, 1].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code))!
}

async function addTotp() {
  const { secret } = json<TotpSetup>(await post('/api/account/totp', { currentPassword }, cookie))
  const answer = await post('/api/account/totp/confirm', { code: codeOf(secret) }, cookie)
  return { secret, recoveryCodes: json<ConfirmedTotp>(answer).recoveryCodes ?? [] }
}

type Options = { challenge: string; rpId: string; rp: { id: string }; user: { id: string } }
const creation = async () => json<Options>(await post('/api/account/passkeys/options', { currentPassword }, cookie))
const request = async () => json<Options>(await post('/api/login/passkey/options'))

async function addPasskey(name = 'Telephone') {
  const authenticator = await makeAuthenticator(origin)
  const credential = await authenticator.create(await creation())
  const answer = await post('/api/account/passkeys', { name, credential }, cookie)
  return { authenticator, answer, stored: json<NewPasskey>(answer) }
}

const lines = async () =>
  (await t.services.db.select().from(activity).orderBy(activity.id)).map(
    ({ username, action, title }) => `${username ?? '-'} ${action} ${title}`,
  )

test('an administrator without a factor signs in as before', async () => {
  const answer = await login()
  expect([answer.status, answer.json]).toEqual([200, { id: 1, username: 'ada' }])
  expect(await factors()).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0 })
  expect(Object.keys(json<object[]>(await get('/api/users'))[0]!)).not.toContain('secondFactor')
})

describe('TOTP codes', () => {
  test('are asked for once confirmed; the confirmation returns the recovery codes', async () => {
    const wrong = await post('/api/account/totp', { currentPassword: 'something else' }, cookie)
    expect([wrong.status, wrong.json]).toEqual([403, { message: 'This is not your current password' }])
    expect((await post('/api/account/totp/confirm', { code: '123456' }, cookie)).status).toBe(409)

    const made = await post('/api/account/totp', { currentPassword }, cookie)
    const { secret, uri, qr } = json<TotpSetup>(made)
    expect(made.status).toBe(201)
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Industria%20AI:ada\?issuer=Industria%20AI&/)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(qr).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect((await login()).status).toBe(200)
    expect((await lines()).at(-2)).toBe('ada factor-begun ada')

    const refused = await post('/api/account/totp/confirm', { code: wrongCode(secret) }, cookie)
    expect([refused.status, refused.json]).toMatchObject([422, { issues: [{ path: 'code' }] }])
    const confirmed = await post('/api/account/totp/confirm', { code: codeOf(secret) }, cookie)
    const { recoveryCodes: codes = [], ...state } = json<ConfirmedTotp>(confirmed)
    expect([confirmed.status, state]).toEqual([200, { totp: true, passkeys: [], recoveryCodesLeft: 10 }])
    expect(new Set(codes).size).toBe(10)
    expect(await factors()).toEqual(state)
    const stored = JSON.stringify(await t.services.db.select().from(recoveryCodes))
    for (const code of codes) expect(stored).not.toContain(code)
    expect((await get('/api/users')).json).toMatchObject([{ secondFactor: true }])

    const answer = await login()
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([202, null])
    expect(json<SignInChallenge>(answer).methods).toEqual(['totp', 'recovery'])
    expect(await lines()).toContain('ada factor-added ada')
    expect(JSON.stringify([await factors(), (await get('/api/account')).json])).not.toContain(secret)
  })

  test('are accepted one step early or late, each once, also concurrently', async () => {
    // Sets the clock to the middle of a step, so that none begins during the test.
    setSystemTime(new Date(Math.floor(Date.now() / 30_000) * 30_000 + 5000))
    try {
      const { secret } = await addTotp()
      const used = await pass((await begin()).challenge, { code: codeOf(secret) })
      expect(used.status).toBe(401)
      for (const steps of [-2, 2]) {
        const far = await pass((await begin()).challenge, { code: codeOf(secret, steps) })
        expect([steps, far.status]).toEqual([steps, 401])
      }
      const early = await pass((await begin()).challenge, { code: codeOf(secret, 1) })
      expect([early.status, early.json]).toEqual([200, { id: 1, username: 'ada' }])
      expect(await isSignedIn(cookieOf(early))).toBe(true)
      const [one, other] = [await begin(), await begin()]
      const code = codeOf(secret, -1)
      const answers = await Promise.all([one, other].map(({ challenge }) => pass(challenge, { code: ` ${code} ` })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    } finally {
      setSystemTime()
    }
  })

  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('match RFC 6238: at %d s it is %s', async (seconds, code) => {
    const secret = Secret.fromUTF8('12345678901234567890').base32
    await t.services.db.insert(totpSecrets).values({ userId: 1, secret })
    const useCode = (typed: string) => useTotpCode(t.services.db, 1, typed, seconds * 1000)
    expect(await useCode(code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)))).toBe(false)
    expect(await useCode(code)).toBe(true)
    expect(await useCode(code)).toBe(false)
  })

  test('set up again leave the old app valid until the new one is confirmed', async () => {
    const { secret } = await addTotp()
    const next = json<TotpSetup>(await post('/api/account/totp', { currentPassword }, cookie))
    expect((await pass((await begin()).challenge, { code: codeOf(secret, 1) })).status).toBe(200)
    const confirmed = await post('/api/account/totp/confirm', { code: codeOf(next.secret) }, cookie)
    expect(json<ConfirmedTotp>(confirmed)).toEqual({ totp: true, passkeys: [], recoveryCodesLeft: 10 })
    expect((await pass((await begin()).challenge, { code: codeOf(secret, 1) })).status).toBe(401)
    expect((await pass((await begin()).challenge, { code: codeOf(next.secret, 1) })).status).toBe(200)
  })

  test('can be removed with the password alone, and the recovery codes with them', async () => {
    expect((await remove('/api/account/totp')).status).toBe(404)
    await addTotp()
    expect((await remove('/api/account/totp', cookie, 'something else')).status).toBe(403)
    expect((await remove('/api/account/totp')).status).toBe(204)
    expect(await factors()).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0 })
    expect(await t.services.db.$count(recoveryCodes)).toBe(0)
    expect((await login()).status).toBe(200)
  })
})

describe('recovery codes', () => {
  test('work once each, however they are typed, for one of several concurrent attempts', async () => {
    const {
      recoveryCodes: [first = '', second = ''],
    } = await addTotp()
    const typed = first.toLowerCase().replaceAll('-', ' ')
    expect((await pass((await begin()).challenge, { recoveryCode: typed })).status).toBe(200)
    expect(await factors()).toMatchObject({ recoveryCodesLeft: 9 })
    expect((await pass((await begin()).challenge, { recoveryCode: first })).status).toBe(401)
    const asked = [await begin(), await begin(), await begin()]
    const answers = await Promise.all(asked.map(({ challenge }) => pass(challenge, { recoveryCode: second })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect(await lines()).toContain('ada recovery-code-used ada')
  })

  test('are replaced all at once, and need a factor', async () => {
    expect((await post('/api/account/recovery-codes', { currentPassword }, cookie)).status).toBe(409)
    const {
      recoveryCodes: [old = ''],
    } = await addTotp()
    const made = await post('/api/account/recovery-codes', { currentPassword }, cookie)
    const codes = json<{ recoveryCodes: string[] }>(made).recoveryCodes
    expect([made.status, codes.length, codes.includes(old)]).toEqual([201, 10, false])
    expect((await pass((await begin()).challenge, { recoveryCode: old })).status).toBe(401)
    expect((await pass((await begin()).challenge, { recoveryCode: codes[9] })).status).toBe(200)
  })
})

describe('a challenge', () => {
  test('expires with its use, after five wrong attempts and after five minutes, all with one answer', async () => {
    const {
      secret,
      recoveryCodes: [one = '', two = '', three = ''],
    } = await addTotp()
    const used = await begin()
    expect((await pass(used.challenge, { recoveryCode: one })).status).toBe(200)
    const tried = await begin()
    const wrong: Answer[] = []
    for (let turn = 0; turn < 5; turn++) wrong.push(await pass(tried.challenge, { code: wrongCode(secret) }))
    const old = await begin()
    await t.services.db
      .update(challenges)
      .set({ expiresAt: sql`now()` })
      .where(sql`true`)
    const answers = [
      ...wrong,
      await pass(used.challenge, { recoveryCode: two }),
      await pass(tried.challenge, { recoveryCode: two }),
      await pass(old.challenge, { recoveryCode: two }),
      await pass('nothing', { code: '123456' }),
      await pass((await begin()).challenge, { credential: {} }),
    ]
    const [{ text }] = answers as [Answer]
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([401, text])
    expect(await factors()).toMatchObject({ recoveryCodesLeft: 9 })
    expect((await pass((await begin()).challenge, { recoveryCode: three })).status).toBe(200)
  })

  test('accepts one proof, and is not issued to anybody whose sessions have ended since', async () => {
    const {
      recoveryCodes: [code = ''],
    } = await addTotp()
    const { challenge } = await begin()
    for (const proof of [{}, { code: '123456', recoveryCode: code }, { code: '' }, { credential: 'x' }])
      expect([proof, (await pass(challenge, proof)).status]).toEqual([proof, 422])
    expect((await put('/api/account', { currentPassword, newPassword: 'a bicycle made of rain' })).status).toBe(200)
    expect((await pass(challenge, { recoveryCode: code })).status).toBe(401)
  })

  test('wrong codes count as failed logins', async () => {
    const strict = await testApi()
    try {
      const as = await strict.signIn()
      const send = (path: string, body?: object, by?: string) => strict.send('POST', path, { body, cookie: by })
      const { secret } = json<TotpSetup>(await send('/api/account/totp', { currentPassword }, as))
      const confirmed = await send('/api/account/totp/confirm', { code: codeOf(secret) }, as)
      const { recoveryCodes: [recoveryCode] = [] } = json<ConfirmedTotp>(confirmed)
      const statuses: number[] = []
      for (let round = 0; round < 2; round++) {
        const { challenge } = json<SignInChallenge>(await send('/api/login', administrator))
        for (let turn = 0; turn < 5; turn++)
          statuses.push((await send('/api/login/second-factor', { challenge, code: wrongCode(secret) })).status)
      }
      expect(statuses).toEqual(Array<number>(10).fill(401))
      const after = await send('/api/login', administrator)
      expect([after.status, after.headers.has('retry-after')]).toEqual([429, true])
      const refused = (await strict.services.db.select().from(activity)).filter(
        ({ action }) => action === 'sign-in-refused',
      )
      expect(refused).toHaveLength(10)

      // From any address: an attacker who knows the password has 30 attempts a day.
      const from = async (address: string, path: string, body: object) => {
        const asked = new Request(`${origin}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        setClientAddress(asked, address)
        return strict.api.handle(asked)
      }
      const challengeOf = async (address: string) =>
        ((await (await from(address, '/api/login', administrator)).json()) as SignInChallenge).challenge
      for (let round = 0; round < 4; round++) {
        const challenge = await challengeOf(`198.51.100.${round}`)
        for (let turn = 0; turn < 5; turn++) {
          const tried = { challenge, code: wrongCode(secret) }
          expect((await from(`198.51.100.${round}`, '/api/login/second-factor', tried)).status).toBe(401)
        }
      }
      const challenge = await challengeOf('198.51.100.9')
      const last = (proof: object) => from('198.51.100.9', '/api/login/second-factor', { challenge, ...proof })
      expect((await last({ code: codeOf(secret, 1) })).status).toBe(429)
      expect((await last({ recoveryCode })).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})

describe('a passkey', () => {
  test('is created for this host, named, renamed and removed by its owner', async () => {
    const options = await creation()
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Industria AI' },
      user: { name: 'ada' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const { answer, stored, authenticator } = await addPasskey()
    expect([answer.status, stored]).toMatchObject([201, { id: 1, name: 'Telephone', lastUsedAt: null }])
    expect(stored.recoveryCodes).toHaveLength(10)
    const again = json<Options & { excludeCredentials: object[] }>(
      await post('/api/account/passkeys/options', { currentPassword }, cookie),
    )
    expect([again.user.id, again.excludeCredentials]).toMatchObject([options.user.id, [{ id: authenticator.id }]])
    expect((await addPasskey('Key')).stored.recoveryCodes).toBeUndefined()
    expect((await put('/api/account/passkeys/1', { name: ' Old telephone ' })).json).toMatchObject({
      id: 1,
      name: 'Old telephone',
    })
    expect((await put('/api/account/passkeys/1', { name: ' ' })).status).toBe(422)
    const other = await createAdministrator(t.services.db, { username: 'bob', password: currentPassword })
    const bobs = cookieOf(await post('/api/login', { username: 'bob', password: currentPassword }))
    expect(other.id).toBe(2)
    expect((await remove('/api/account/passkeys/1', bobs)).status).toBe(404)
    expect((await remove('/api/account/passkeys/1')).status).toBe(204)
    expect((await remove('/api/account/passkeys/1')).status).toBe(404)
    expect(await factors()).toMatchObject({ passkeys: [{ id: 2, name: 'Key' }], recoveryCodesLeft: 10 })
    expect((await remove('/api/account/passkeys/2')).status).toBe(204)
    expect(await factors()).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0 })
    expect((await lines()).filter((line) => line.startsWith('ada factor'))).toEqual([
      'ada factor-added ada',
      'ada factor-added ada',
      'ada factor-renamed ada',
      'ada factor-removed ada',
      'ada factor-removed ada',
    ])
  })

  test('is refused with 422 where anything about it is invalid, and its challenge works once', async () => {
    const authenticator = await makeAuthenticator(origin)
    const save = async (credential: unknown) => {
      const answer = await post('/api/account/passkeys', { name: 'Key', credential: credential as object }, cookie)
      return [answer.status, json<{ issues?: { path: string }[] }>(answer).issues?.[0]?.path]
    }
    const odd = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { isVerified: false },
    ]
    for (const how of odd)
      expect([how, await save(await authenticator.create(await creation(), how))]).toEqual([how, [422, 'credential']])
    expect(await save({})).toEqual([422, 'credential'])
    expect(await save('text')).toEqual([422, 'credential'])
    const stale = await creation()
    await t.services.db
      .update(challenges)
      .set({ expiresAt: sql`now()` })
      .where(sql`true`)
    expect(await save(await authenticator.create(stale))).toEqual([422, 'credential'])
    expect(await t.services.db.$count(passkeys)).toBe(0)
    const credential = await authenticator.create(await creation())
    expect((await save(credential))[0]).toBe(201)
    expect(await save(credential)).toEqual([422, 'credential'])
  })

  test('alone suffices, once for each challenge, and records its last use', async () => {
    const { authenticator } = await addPasskey()
    const options = await request()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(Object.keys(options)).not.toContain('allowCredentials')
    const credential = await authenticator.get(options)
    const answer = await post('/api/login/passkey', { credential })
    expect([answer.status, answer.json]).toEqual([200, { id: 1, username: 'ada' }])
    expect(await isSignedIn(cookieOf(answer))).toBe(true)
    expect(await factors()).toMatchObject({ passkeys: [{ lastUsedAt: expect.any(String) }] })
    expect((await post('/api/login/passkey', { credential })).status).toBe(401)
  })

  test('with an invalid proof is always the same 401', async () => {
    const { authenticator } = await addPasskey()
    const stranger = await makeAuthenticator(origin)
    const credentialOf = async (odd: object) => authenticator.get(await request(), odd)
    const good = await authenticator.get(await request(), { counter: 7 })
    expect((await post('/api/login/passkey', { credential: good })).status).toBe(200)
    const forged = await credentialOf({})
    const answers = [
      ...(await Promise.all(
        [
          { origin: 'https://evil.example' },
          { rpId: 'evil.example' },
          { challenge: 'AAAA' },
          { isVerified: false },
          { counter: 7 },
          { counter: 0 },
        ].map(async (odd) => post('/api/login/passkey', { credential: await credentialOf({ counter: 8, ...odd }) })),
      )),
      await post('/api/login/passkey', { credential: await stranger.get(await request()) }),
      await post('/api/login/passkey', { credential: {} }),
      await post('/api/login/passkey', { credential: { ...forged, id: '\0', rawId: '\0' } }),
      await post('/api/login/passkey', {
        credential: { ...forged, response: { ...forged.response, userHandle: 'AAAA' } },
      }),
      await post('/api/login/passkey', {
        credential: await authenticator.get(
          { ...(await request()), challenge: (await begin()).challenge },
          { counter: 9 },
        ),
      }),
    ]
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([401, answers[0]?.text ?? ''])
    expect((await post('/api/login/passkey', { credential: await credentialOf({ counter: 8 }) })).status).toBe(200)
  })

  test('works as the second step, too, for its owner alone', async () => {
    const { authenticator, stored } = await addPasskey()
    const { challenge, methods, passkeyOptions } = await begin()
    expect(methods).toEqual(['passkey', 'recovery'])
    expect(passkeyOptions).toMatchObject({ challenge, rpId: 'localhost', allowCredentials: [{ id: authenticator.id }] })
    const answer = await pass(challenge, { credential: await authenticator.get({ challenge, rpId: 'localhost' }) })
    expect(answer.status).toBe(200)
    await createAdministrator(t.services.db, { username: 'bob', password: currentPassword })
    const bobs = cookieOf(await post('/api/login', { username: 'bob', password: currentPassword }))
    const { secret } = json<TotpSetup>(await post('/api/account/totp', { currentPassword }, bobs))
    await post('/api/account/totp/confirm', { code: codeOf(secret) }, bobs)
    const asked = json<SignInChallenge>(await post('/api/login', { username: 'bob', password: currentPassword }))
    const foreign = await authenticator.get({ challenge: asked.challenge, rpId: 'localhost' })
    expect((await pass(asked.challenge, { credential: foreign })).status).toBe(401)
    expect((await pass(asked.challenge, { recoveryCode: stored.recoveryCodes?.[0] })).status).toBe(401)
  })

  test('needs a configured host', async () => {
    const asked = (host: string, path: string, as?: string) =>
      t.api.handle(
        new Request(`http://${host}${path}`, {
          method: 'POST',
          headers: { origin: `http://${host}`, 'content-type': 'application/json', ...(as && { cookie: as }) },
          ...(as && { body: JSON.stringify({ currentPassword }) }),
        }),
      )
    expect((await asked('10.0.0.7', '/api/account/passkeys/options', cookie)).status).toBe(409)
    expect((await asked('10.0.0.7', '/api/login/passkey/options')).status).toBe(409)
    expect((await asked('localhost:3000', '/api/login/passkey/options')).status).toBe(200)
    const settled = await testApi({ siteUrl: 'https://acme.example', throttle: false })
    try {
      const answer = await settled.send('POST', '/api/login/passkey/options')
      expect(answer.json).toMatchObject({ rpId: 'acme.example' })
    } finally {
      await settled.close()
    }
  })
})

describe('somebody who is locked out', () => {
  const password = 'a bicycle made of rain'

  test('is reset by another administrator, which ends their sessions', async () => {
    await addTotp()
    await addPasskey()
    await createAdministrator(t.services.db, { username: 'bob', password })
    const bobs = cookieOf(await post('/api/login', { username: 'bob', password }))
    expect((await remove('/api/users/1/second-factor', cookie)).status).toBe(409)
    expect((await remove('/api/users/1/second-factor', bobs, 'something else')).status).toBe(403)
    expect((await remove('/api/users/99/second-factor', bobs, password)).status).toBe(404)
    const { challenge } = await begin()
    expect((await remove('/api/users/1/second-factor', bobs, password)).status).toBe(204)
    expect([await isSignedIn(cookie), await isSignedIn(bobs)]).toEqual([false, true])
    expect((await pass(challenge, { code: '123456' })).status).toBe(401)
    const rows = [totpSecrets, passkeys, recoveryCodes].map((table) => t.services.db.$count(table))
    expect(await Promise.all(rows)).toEqual([0, 0, 0])
    expect((await login()).status).toBe(200)
    expect(await lines()).toContain('bob factors-removed ada')
  })

  test('is reset by the operator of the server, with the same mail as by another administrator', async () => {
    const mailing = await testApi({
      throttle: false,
      siteUrl: origin,
      mail: { url: 'smtp://127.0.0.1:1', from: 'site@acme.example', to: ['owner@acme.example'] },
    })
    try {
      const as = await mailing.signIn()
      await mailing.send('PUT', '/api/account', { cookie: as, body: { currentPassword, email: 'ada@acme.example' } })
      const send = (path: string, body: object, by?: string) => mailing.send('POST', path, { body, cookie: by })
      const setUp = async (by: string, typed: string) => {
        const { secret } = json<TotpSetup>(await send('/api/account/totp', { currentPassword: typed }, by))
        expect((await send('/api/account/totp/confirm', { code: codeOf(secret) }, by)).status).toBe(200)
      }
      await setUp(as, currentPassword)
      await resetAdministrator(mailing.services, ' ADA ', await hashPassword(password))
      expect((await mailing.send('GET', '/api/account', { cookie: as })).status).toBe(401)
      expect((await send('/api/login', administrator)).status).toBe(401)
      const again = await send('/api/login', { username: 'ada', password })
      expect(again.status).toBe(200)
      await setUp(cookieOf(again), password)
      await createAdministrator(mailing.services.db, { username: 'bob', password })
      const bobs = cookieOf(await send('/api/login', { username: 'bob', password }))
      const removal = { cookie: bobs, body: { currentPassword: password } }
      expect((await mailing.send('DELETE', '/api/users/1/second-factor', removal)).status).toBe(204)
      const mails = await mailing.services.db.select().from(outbox).where(eq(outbox.kind, 'second-factor'))
      const told = { to: 'ada@acme.example', subject: 'Your login to Industria AI was reset' }
      expect(mails).toMatchObject([told, told])
      expect(JSON.stringify(mails[1])).toContain('no longer asks for a second factor')
      const done = (await mailing.services.db.select().from(activity)).map(({ action }) => action)
      expect(done).toEqual(expect.arrayContaining(['password-reset', 'factors-removed']))
    } finally {
      await mailing.close()
    }
  })
})

test('where a second factor is required, an administrator without one can only add one, and nobody can remove the last', async () => {
  const strict = await testApi({ throttle: false, requireSecondFactor: true })
  try {
    const as = await strict.signIn()
    const ask = (path: string, method = 'GET', body?: object) => strict.send(method, path, { cookie: as, body })
    for (const path of ['/api/users', '/api/sessions', '/api/checklist', '/api/contact', '/api/blog?status=all']) {
      const answer = await ask(path)
      expect([path, answer.status, answer.json]).toEqual([
        path,
        403,
        { message: 'This site requires a second factor: please add one to your account first' },
      ])
    }
    expect((await ask('/api/blog')).status).toBe(200)
    expect((await ask('/api/auth/check')).json).toMatchObject({ authenticated: true, needsSecondFactor: true })
    expect((await ask('/api/account')).status).toBe(200)
    const { secret } = json<TotpSetup>(await ask('/api/account/totp', 'POST', { currentPassword }))
    expect((await ask('/api/account/totp/confirm', 'POST', { code: codeOf(secret) })).status).toBe(200)
    expect((await ask('/api/users')).status).toBe(200)
    expect((await ask('/api/auth/check')).json).toEqual({ authenticated: true, user: { id: 1, username: 'ada' } })
    expect((await ask('/api/checklist')).json).toContainEqual(
      expect.objectContaining({ key: 'second-factor', state: 'done' }),
    )
    expect((await ask('/api/account/totp', 'DELETE', { currentPassword })).status).toBe(409)
    expect((await ask('/api/account/second-factor')).json).toMatchObject({ totp: true, recoveryCodesLeft: 10 })
    expect((await ask('/api/logout', 'POST')).status).toBe(204)
  } finally {
    await strict.close()
  }
})
