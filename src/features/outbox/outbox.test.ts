import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { collecting } from '#platform/events/events'
import { sql } from 'drizzle-orm'
import type { SMTPServerOptions } from 'smtp-server'
import { post } from '#platform/mail/outbox'
import { checkServer, sendDue, tryAllNow } from '#platform/mail/send'
import { outbox } from '#platform/mail/table'
import { type Clock, startScheduler } from '#platform/jobs/scheduler'
import type { Services } from '#platform/services'
import { testApi } from '#test/api'
import { outbox as feature } from './feature'
import { startMailServer } from '#test/network/mail-server'
import { until } from '#test/waiting'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi()
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(() => t.close())

/** A mail server, and the services of a site that uses it. */
async function mailServer(options?: SMTPServerOptions) {
  const server = await startMailServer(options)
  closing.push(server.close)
  return { ...server, services: withMail(server.port) }
}

const withMail = (port: number, user = ''): Services => ({
  ...t.services,
  config: {
    ...t.services.config,
    siteUrl: 'https://acme.example',
    mail: { url: `smtp://${user}127.0.0.1:${port}`, from: 'site@acme.example', to: ['ada@acme.example'] },
  },
})

const letter = { subject: 'Hello', text: 'Good morning', html: '<p>Good morning</p>' }
const write = (to = ['bob@acme.example']) =>
  t.services.db.transaction((tx) =>
    post(collecting(tx), { siteUrl: 'https://acme.example' }, { kind: 'message', to, letter }),
  )
const rows = async () => (await t.send('GET', '/api/outbox', { cookie })).json as Record<string, unknown>[]
const soon = () =>
  t.services.db
    .update(outbox)
    .set({ nextAttemptAt: sql`now() - interval '1 second'` })
    .where(sql`state = 'waiting'`)
/** Simulates that so many seconds have passed. */
const letPass = (seconds: number) =>
  t.services.db.update(outbox).set({
    createdAt: sql`${outbox.createdAt} - make_interval(secs => ${seconds})`,
    trySince: sql`${outbox.trySince} - make_interval(secs => ${seconds})`,
    nextAttemptAt: sql`${outbox.nextAttemptAt} - make_interval(secs => ${seconds})`,
  })
/** The job runs twice a second by its clock. */
const tenTimesAsFast: Clock = {
  now: () => Date.now() * 10,
  passed: () => performance.now() * 10,
  wait(milliseconds, wake) {
    const timer = setTimeout(wake, milliseconds / 10)
    return () => clearTimeout(timer)
  },
}
const refusing = (responseCode: number) => (_: unknown, __: unknown, done: (error?: Error) => void) =>
  done(Object.assign(new Error('No'), { responseCode }))

describe('a mail', () => {
  test('is sent once, in text and HTML, with the Message-ID of its row', async () => {
    const { taken, services } = await mailServer()
    const [row] = await write()
    await sendDue(services)
    await sendDue(services)
    expect(taken).toHaveLength(1)
    for (const part of ['Subject: Hello', 'Good morning', '<p>Good morning</p>', `Message-ID: ${row!.messageId}`])
      expect(taken[0]).toContain(part)
    expect(await rows()).toMatchObject([
      { id: row!.id, kind: 'message', to: 'bob@acme.example', state: 'sent', attempts: 1, nextAttemptAt: null },
    ])
    expect((await t.send('POST', `/api/outbox/${row!.id}/retry`, { cookie })).status).toBe(409)
  })

  test('has List-Unsubscribe headers of one line each', async () => {
    const { taken, services } = await mailServer()
    const url = `https://acme.example/unsubscribe/${'a'.repeat(80)}/`
    const headers = { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    await t.services.db.transaction((tx) =>
      post(collecting(tx), {}, { kind: 'confirmation', to: ['bob@acme.example'], letter: { ...letter, headers } }),
    )
    await sendDue(services)
    expect(taken[0]).toContain(`List-Unsubscribe: <${url}>\r\n`)
    expect(taken[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  })

  test('is a row and a transaction for each recipient: a refused one does not block the others', async () => {
    const { taken, services } = await mailServer({
      onRcptTo: (address, session, done) =>
        address.address.startsWith('no') ? refusing(550)(address, session, done) : done(),
    })
    await write(['no@acme.example', 'yes@acme.example'])
    await sendDue(services)
    expect((await rows()).map(({ to, state }) => `${String(to)} ${String(state)}`)).toEqual([
      'yes@acme.example sent',
      'no@acme.example failed',
    ])
    expect(taken).toHaveLength(1)
  })

  test.each(['onMailFrom', 'onRcptTo'] as const)('refused permanently at %s has failed', async (step) => {
    const { services } = await mailServer({ [step]: refusing(553) })
    await write()
    await sendDue(services)
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1, nextAttemptAt: null, lastError: '553 No' }])
  })

  test.each(['onConnect', 'onMailFrom', 'onRcptTo'] as const)('deferred at %s is queued', async (step) => {
    const { services } = await mailServer(
      step === 'onConnect'
        ? { onConnect: (_, done) => done(Object.assign(new Error('No'), { responseCode: 554 })) }
        : { [step]: refusing(451) },
    )
    await write()
    await sendDue(services)
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(Date.parse(String(row!.nextAttemptAt)) - Date.now()).toBeWithin(0, 3000)
  })

  test('refused after its data has failed, deferred after it is queued', async () => {
    for (const [code, state] of [
      [552, 'failed'],
      [452, 'waiting'],
    ] as const) {
      await t.services.db.delete(outbox)
      const { services } = await mailServer({
        onData: (stream, _, done) => {
          stream.resume()
          stream.on('end', () => done(Object.assign(new Error('No'), { responseCode: code })))
        },
      })
      await write()
      await sendDue(services)
      expect(await rows()).toMatchObject([{ state }])
    }
  })

  test('whose connection is lost before the answer is retried with the same Message-ID', async () => {
    let isLost = true
    const { taken, services, hangUp } = await mailServer({
      onData(stream, _session, done) {
        let text = ''
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
        stream.on('end', () => {
          taken.push(text)
          if (!isLost) return done()
          isLost = false
          hangUp()
        })
      },
    })
    await write()
    await sendDue(services)
    expect(await rows()).toMatchObject([{ state: 'waiting' }])
    await soon()
    await sendDue(services)
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }])
    const ids = taken.map((text) => /Message-ID: (\S+)/.exec(text)?.[1])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  test('stays queued while the server is unreachable, and fails after a day, until somebody retries it', async () => {
    const away = withMail(1)
    const [row] = await write()
    for (let turn = 0; turn < 3; turn++) {
      await soon()
      await sendDue(away)
    }
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 3 }])
    await t.services.db
      .update(outbox)
      .set({ trySince: sql`now() - interval '25 hours'`, nextAttemptAt: sql`now() - interval '1 second'` })
    await sendDue(away)
    expect(await rows()).toMatchObject([{ state: 'failed' }])
    expect((await t.send('GET', '/api/mail', { cookie })).json).toMatchObject({ ok: false, waiting: 0, failed: 1 })
    const retried = await t.send('POST', `/api/outbox/${row!.id}/retry`, { cookie })
    expect([retried.status, retried.json]).toMatchObject([200, { state: 'waiting' }])
    const { taken, services } = await mailServer()
    await sendDue(services)
    expect(taken).toHaveLength(1)
    expect((await t.send('GET', '/api/mail', { cookie })).json).toMatchObject({ ok: true, lastError: null, failed: 0 })
  })

  test('survives a server that is unreachable for an hour, and is sent once, with the same Message-ID', async () => {
    const away = withMail(1)
    const [row] = await write()
    const pauses: number[] = []
    for (let gone = 0; gone < 3600;) {
      await sendDue(away)
      const [{ wait } = { wait: 0 }] = await t.services.db
        .select({ wait: sql<number>`extract(epoch from ${outbox.nextAttemptAt} - now())::float8` })
        .from(outbox)
      pauses.push(wait)
      gone += wait
      await letPass(wait)
    }
    pauses.forEach((pause, index) => {
      const usual = Math.min(900, 2 ** (index + 1))
      // Some of it may have passed when it is read.
      expect(pause).toBeWithin(0.9 * usual - 1.5, 1.1 * usual + 0.01)
    })
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: pauses.length, sentAt: null }])
    expect(pauses.length).toBeWithin(10, 15)
    const { taken, services } = await mailServer()
    await sendDue(services)
    await sendDue(services)
    expect([taken.length, taken[0]?.includes(row!.messageId)]).toEqual([1, true])
    expect(await rows()).toMatchObject([{ state: 'sent', messageId: row!.messageId, lastError: null }])
  })

  test('that a server defers does not block the others: each is tried soon', async () => {
    const asked: number[] = []
    const { services, hangUp } = await mailServer({ onMailFrom: () => void asked.push(performance.now()) })
    const stop = startScheduler(feature.jobs ?? [], services, { clock: tenTimesAsFast })
    for (let count = 1; count <= 12; count++) {
      await write([`n${count}@acme.example`])
      // The timeout of a server is longer than that.
      await until(() => asked.length >= count, 9000)
      expect(asked).toHaveLength(count)
    }
    hangUp()
    await stop()
    expect(await rows()).toHaveLength(12)
  })

  test('whose result cannot be stored is not sent again because of that', async () => {
    const { taken, services } = await mailServer()
    await write()
    let faults = 3
    const db = new Proxy(services.db, {
      get: (target, key) =>
        key === 'transaction' && faults-- > 0
          ? () => Promise.reject(new Error('The disk is full'))
          : Reflect.get(target, key),
    })
    await sendDue({ ...services, db })
    expect([taken.length, await rows()]).toMatchObject([1, [{ state: 'sent', attempts: 1 }]])
    expect(faults).toBeLessThan(0)
  })

  test('whose result cannot be stored for long stays locked until it is', async () => {
    const { taken, services } = await mailServer()
    await write()
    let isFull = true
    const db = new Proxy(services.db, {
      get: (target, key) =>
        key === 'transaction' && isFull
          ? () => Promise.reject(new Error('The disk is full'))
          : Reflect.get(target, key),
    })
    const sending = sendDue({ ...services, db })
    while (taken.length === 0) await Bun.sleep(10)
    await t.services.db.update(outbox).set({ leasedUntil: sql`now() - interval '1 second'` })
    await sendDue(services)
    expect(taken).toHaveLength(1)
    const isLeased = () => t.services.db.$count(outbox, sql`leased_until > now()`)
    while ((await isLeased()) === 0) await Bun.sleep(50)
    isFull = false
    await sending
    expect([taken.length, await rows()]).toMatchObject([1, [{ state: 'sent', attempts: 1 }]])
  })

  test('that another process is sending is skipped, until that process is gone', async () => {
    const { taken, services } = await mailServer()
    await write()
    await t.services.db.update(outbox).set({ leasedUntil: sql`now() + interval '1 minute'` })
    await sendDue(services)
    expect(taken).toHaveLength(0)
    await t.services.db.update(outbox).set({ leasedUntil: sql`now() - interval '1 second'` })
    await sendDue(services)
    expect(taken).toHaveLength(1)
  })

  test('that is deleted while the server delays is not sent, and nothing is stored or logged', async () => {
    for (const step of ['onMailFrom', 'onRcptTo'] as const) {
      await t.services.db.delete(outbox)
      const asked = Promise.withResolvers<() => void>()
      const { taken, services } = await mailServer({
        [step]: (_: unknown, __: unknown, done: () => void) => asked.resolve(done),
      })
      await write()
      const sending = sendDue(services)
      const resume = await asked.promise
      await t.services.db.delete(outbox)
      t.logged.length = 0
      resume()
      await sending
      expect([taken, await rows(), t.logged]).toEqual([[], [], []])
    }
  })

  test('that another process took over while the server delays belongs to that process', async () => {
    const asked = Promise.withResolvers<() => void>()
    const { taken, services } = await mailServer({ onRcptTo: (_, __, done) => asked.resolve(done) })
    await write()
    const sending = sendDue(services)
    const resume = await asked.promise
    await t.services.db.update(outbox).set({ attempts: sql`attempts + 1` })
    resume()
    await sending
    expect([taken, await rows()]).toMatchObject([[], [{ state: 'waiting', attempts: 2, lastError: null }]])
  })

  test('is sent by one of several processes that try concurrently', async () => {
    const { taken, services } = await mailServer()
    await write(Array.from({ length: 20 }, (_, index) => `n${index}@acme.example`))
    await Promise.all([sendDue(services), sendDue(services), sendDue(services)])
    expect(taken).toHaveLength(20)
  })

  test('that is queued is tried at the start, whatever its delay', async () => {
    const { taken, services } = await mailServer()
    await write()
    await t.services.db.update(outbox).set({ nextAttemptAt: sql`now() + interval '10 minutes'` })
    await sendDue(services)
    expect(taken).toHaveLength(0)
    await tryAllNow(t.services.db)
    await sendDue(services)
    expect(taken).toHaveLength(1)
  })
})

test('a refused login is logged in one line, and reported in the status of mail', async () => {
  const { services } = await mailServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth: (_, __, done) => done(new Error('Wrong password')),
  })
  const { mail } = services.config
  const wrong = { ...mail!, url: mail!.url.replace('smtp://', 'smtp://ada:wrong@') }
  t.logged.splice(0)
  await checkServer(services, wrong)
  await write(Array.from({ length: 6 }, (_, index) => `n${index}@acme.example`))
  await sendDue({ ...services, config: { ...services.config, mail: wrong } })
  expect(await rows()).toMatchObject(Array.from({ length: 6 }, () => ({ state: 'waiting', attempts: 1 })))
  expect(t.logged.filter(({ message }) => message.startsWith('The mail server'))).toHaveLength(1)
  expect((await t.send('GET', '/api/mail', { cookie })).json).toMatchObject({ configured: false, ok: false })
})

test('the outbox is listed by state, paged, for those with a session', async () => {
  await write(['a@acme.example', 'b@acme.example', 'c@acme.example'])
  const ask = async (query: string) =>
    ((await t.send('GET', `/api/outbox${query}`, { cookie })).json as { to: string }[]).map(({ to }) => to[0])
  expect(await ask('?limit=2')).toEqual(['c', 'b'])
  expect(await ask('?before=2')).toEqual(['a'])
  expect(await ask('?state=sent')).toEqual([])
  for (const query of ['?limit=0', '?state=lost', '?before=x'])
    expect((await t.send('GET', `/api/outbox${query}`, { cookie })).status).toBe(422)
  expect((await t.send('GET', '/api/outbox')).status).toBe(401)
  expect((await t.send('POST', '/api/outbox/99/retry', { cookie })).status).toBe(404)
})
