import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type JobReport, type SystemState, systemState } from '#contract/system'
import { media } from '#features/media/table'
import { type Job, startScheduler } from '#platform/jobs/scheduler'
import { removeProcess, registerProcess } from '#platform/system/feature'
import { newestRelease, processes } from '#platform/system/table'
import { testApi } from '#test/api'
import { until } from '#test/waiting'

/** A fake release service, and the number of requests to it. */
let told: () => Response | Promise<Response>
let asked = 0
const releases = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch() {
    asked++
    return told()
  },
})
const dataDir = mkdtempSync(join(tmpdir(), 'system-'))
let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({ dataDir, updateUrl: `http://127.0.0.1:${releases.port}/newest.json` })
  cookie = await t.signIn()
})
afterAll(async () => {
  await releases.stop(true)
  await t.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const read = async () => {
  const { status, json } = await t.send('GET', '/api/system', { cookie })
  expect(status).toBe(200)
  return systemState.parse(json)
}
const { version } = (await Bun.file('package.json').json()) as { version: string }

test('reports the versions, and the runtime', async () => {
  told = () => new Response(null, { status: 500 })
  await t.services.db.insert(media).values(
    ['one', 'two'].map((hash) => ({
      hash,
      name: 'a.png',
      addressName: 'a.png',
      mime: 'image/png' as const,
      bytes: 7,
    })),
  )
  const system: SystemState = await read()
  expect(system).toMatchObject({
    version,
    build: expect.stringMatching(/^[\da-f]{12}$/) as string,
    database: { kind: 'embedded', version: expect.stringMatching(/^\d+\.\d+$/) as string },
    media: { count: 2, bytes: 14, place: join(dataDir, 'media') },
    migration: expect.stringMatching(/^\d{4}_\w+$/) as string,
    processes: 1,
    mail: { configured: false, ok: null, waiting: 0, failed: 0 },
    listen: { state: 'embedded', reason: null },
    newer: null,
  })
  expect(system.database.bytes).toBeGreaterThan(1_000_000)
  expect(system.diskFree).toBeGreaterThan(0)
  expect(Date.parse(system.startedAt)).toBeLessThanOrEqual(Date.now())
  expect((await t.send('GET', '/api/system')).status).toBe(401)
})

const forgetTurn = () => t.services.db.update(newestRelease).set({ askedAt: sql`now() - interval '25 hours'` })

test('a newer release is checked once a day, by one of all processes, whatever the answer', async () => {
  await t.services.db.delete(newestRelease)
  asked = 0
  const newest = { version: '99.0.0', url: 'https://acme.example/releases/99.0.0' }
  told = () => Response.json({ ...newest, more: true })
  const answers = await Promise.all(Array.from({ length: 5 }, read))
  expect(answers.some(({ newer }) => newer?.version === '99.0.0')).toBe(true)
  expect([(await read()).newer, asked]).toEqual([newest, 1])

  // An invalid response changes nothing; an endless one is aborted.
  const odd: (() => Response | Promise<Response>)[] = [
    () => new Response('<html>'),
    () => Response.json({ version: '99.1.0', url: 'javascript:alert(1)' }),
    () => new Response(null, { status: 404 }),
    () => new Response('x'.repeat(100_000)),
    () => new Promise<Response>(() => {}),
  ]
  for (const [index, answer] of odd.entries()) {
    told = answer
    await forgetTurn()
    expect([index, (await read()).newer, asked]).toEqual([index, newest, index + 2])
    expect((await read()).newer).toEqual(newest)
    expect(asked).toBe(index + 2)
  }

  for (const [name, isNewer] of [
    [version, false],
    [`v${version}`, false],
    ['0.0.1', false],
    ['v99.2.0', true],
    ['Summer release', true],
  ] as const) {
    told = () => Response.json({ ...newest, version: name })
    await forgetTurn()
    expect([name, (await read()).newer?.version]).toEqual([name, isNewer ? name : undefined])
  }
}, 20_000)

test('nothing is requested without UPDATE_URL, and the answer of another address does not count', async () => {
  await t.services.db.delete(newestRelease)
  asked = 0
  const { config } = t.services
  const { updateUrl } = config
  config.updateUrl = undefined
  expect([(await read()).newer, asked]).toEqual([null, 0])
  told = () => Response.json({ version: '98.0.0', url: 'https://acme.example/98' })
  config.updateUrl = updateUrl
  expect((await read()).newer?.version).toBe('98.0.0')
  config.updateUrl = 'http://127.0.0.1:1/'
  expect((await read()).newer).toBeNull()
  config.updateUrl = undefined
})

test('counts the processes of all machines, without those that are gone', async () => {
  const { config, db } = t.services
  config.databaseUrl = 'postgres://db/site'
  // No file was ever stored.
  config.dataDir = join(dataDir, 'not', 'made')
  await db
    .insert(processes)
    .values([{ id: 'other' }, { id: 'dead', seenAt: sql`now() - interval '1 minute'` as never }])
  await registerProcess(t.services)
  await registerProcess(t.services)
  expect(await read()).toMatchObject({ processes: 2, listen: { state: 'connected' }, database: { kind: 'postgres' } })
  await removeProcess(t.services)
  expect(await db.$count(processes)).toBe(2)
  config.databaseUrl = undefined
})

test('reports the state of each job', async () => {
  const list = async () => (await t.send('GET', '/api/system/jobs', { cookie })).json as JobReport[]
  expect(await list()).toEqual([])
  let isBroken = true
  const job: Job = {
    name: 'sweep throttles',
    every: 1,
    runInEach: async () => {
      if (isBroken) throw new Error('No')
    },
  }
  const stop = startScheduler([job, { ...job, name: 'send mail', every: 3_600_000 }], t.services)
  const has = (state: string) => async () => (await list()).some((one) => one.state === state)
  await until(has('failing'))
  isBroken = false
  await until(has('ok'))
  await stop()
  expect(await list()).toEqual([
    { name: 'send mail', state: 'waiting', lastSuccess: null, failures: 0 },
    {
      name: 'sweep throttles',
      state: 'ok',
      lastSuccess: expect.any(String) as string,
      failures: expect.any(Number) as number,
    },
  ])
  expect((await list())[1]?.failures).toBeGreaterThan(0)
})
