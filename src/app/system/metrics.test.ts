import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expose } from './metrics-endpoint'
import { createMeter, meterLength, shareMeter, watchProcess } from '#platform/metrics/meter'
import { outbox } from '#platform/mail/table'
import { checkMetrics, seriesOf } from '#test/network/check-metrics'
import { testPipeline } from '#test/pipeline'
import { eventStream } from '#test/network/event-stream'

const dataDir = mkdtempSync(join(tmpdir(), 'metrics-'))
let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline({ config: { dataDir, siteUrl: 'https://acme.test', metricsToken: 'a-token' } })
})
afterAll(async () => {
  await t.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const here = { host: '127.0.0.1:3000', from: '127.0.0.1' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
async function read(): Promise<string> {
  const answer = await t.ask('/metrics', here)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return answer.text()
}
async function valueOf(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const found = seriesOf(await read()).filter(
    (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  )
  expect([name, found.length <= 1]).toEqual([name, true])
  return found[0]?.value
}

test('a request from this machine, or with the token, is allowed; any other gets a 404', async () => {
  for (const from of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
    expect([from, (await t.ask('/metrics', { ...here, from })).status]).toEqual([from, 200])
  const missing = await (await t.ask('/nothing-here/')).text()
  for (const [name, asked] of Object.entries<Parameters<typeof t.ask>[1]>({
    'another machine': { host: 'acme.test' },
    'a proxy on this machine': { ...here, headers: { 'x-forwarded-for': '198.51.100.7' } },
    'a proxy that forwards nobody': { ...here, headers: { 'x-forwarded-for': '' } },
    'a proxy that says so as the standard has it': { ...here, headers: { forwarded: 'for=198.51.100.7' } },
    'a proxy that names the address alone': { ...here, headers: { 'x-real-ip': '198.51.100.7' } },
    'a proxy that names its host and protocol': { ...here, headers: { 'x-forwarded-proto': 'https' } },
    'a proxy that names itself': { ...here, headers: { via: '1.1 proxy' } },
    'another token': { host: 'acme.test', headers: bearer('b-token') },
    'a part of the token': { host: 'acme.test', headers: bearer('a-toke') },
    'no token': { host: 'acme.test', headers: { authorization: 'Bearer ' } },
    'another scheme': { host: 'acme.test', headers: { authorization: 'Basic a-token' } },
  })) {
    const answer = await t.ask('/metrics', asked)
    expect([name, answer.status, answer.headers.get('content-type')]).toEqual([name, 404, 'text/html; charset=utf-8'])
    expect((await answer.text()).length).toBeCloseTo(missing.length, -3)
  }
  // With any host name: a scraper requests the address of a process.
  const asked = { host: '10.0.0.7:3000', headers: { ...bearer('a-token'), 'x-forwarded-for': '198.51.100.7' } }
  expect((await t.ask('/metrics', asked)).status).toBe(200)
  expect((await t.ask('/metrics', { host: '10.0.0.7:3000' })).status).toBe(421)
  expect((await t.ask('/metrics', { ...here, host: 'rebound.example' })).status).toBe(421)
  const head = await t.ask('/metrics', { ...here, method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('without METRICS_TOKEN no token opens it', async () => {
  const plain = await testPipeline()
  for (const token of ['', 'undefined', 'a-token'])
    expect([token, (await plain.ask('/metrics', { headers: bearer(token) })).status]).toEqual([token, 404])
  await plain.close()
})

test('the dashboard uses only metrics that exist', async () => {
  const { panels } = (await Bun.file('docs/grafana.json').json()) as { panels: { targets?: { expr: string }[] }[] }
  const shown = panels.flatMap(({ targets = [] }) =>
    targets.flatMap(({ expr }) => [...expr.matchAll(/([a-z_]+)\{/g)].map(([, name = '']) => name)),
  )
  expect(shown.length).toBeGreaterThan(20)
  const told = [...(await read()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
  expect(shown.filter((name) => !told.includes(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([])
})

describe('the metrics', () => {
  test('are well-formed and well named, with every documented one', async () => {
    const stop = watchProcess(t.services.meter)
    t.services.meter.jobEnded('a "job" \\ of\nmany words', true)
    t.services.meter.jobEnded('send mail', false)
    const text = await read()
    stop()
    expect(checkMetrics(text)).toEqual([])
    const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`)
    expect(names).toEqual(
      expect.arrayContaining([
        'http_requests_total counter',
        'http_request_duration_seconds histogram',
        'response_cache_hits_total counter',
        'response_cache_misses_total counter',
        'response_cache_bytes gauge',
        'event_loop_delay_seconds summary',
        'process_resident_memory_bytes gauge',
        'database_up gauge',
        'database_probe_duration_seconds gauge',
        'mail_waiting gauge',
        'mail_failed gauge',
        'job_last_success_timestamp_seconds gauge',
        'job_failures_total counter',
        'event_streams gauge',
      ]),
    )
    expect(await valueOf('job_failures_total', { job: 'send mail' })).toBe(1)
    expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(Math.abs(Date.now() / 1000 - (await valueOf('job_last_success_timestamp_seconds'))!)).toBeLessThan(60)
  })

  test('count each response once, by its class and its kind, and the cached ones', async () => {
    const counts = async () =>
      Object.fromEntries(
        seriesOf(await read()).flatMap(({ name, labels, value }) =>
          name === 'http_requests_total' && value > 0 ? [[`${labels.kind} ${labels.class}`, value]] : [],
        ),
      )
    const [before, hits, misses] = [
      await counts(),
      await valueOf('response_cache_hits_total'),
      await valueOf('response_cache_misses_total'),
    ]
    for (const path of ['/about/', '/about/', '/about/', '/api/blog', '/api/blog', '/favicon.svg', '/nothing-here/'])
      await (await t.ask(path)).text()
    await (await t.ask('/about')).text()
    const etag = (await t.ask('/about/')).headers.get('etag') ?? ''
    await t.ask('/about/', { headers: { 'if-none-match': etag } })
    const after = await counts()
    const grown = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
    // Reading the metrics is counted too: those reads of this test before and after.
    expect(Object.fromEntries(grown.filter(([, more]) => more > 0))).toEqual({
      'page 2xx': 1,
      'page 3xx': 1,
      'page 4xx': 1,
      'api 2xx': 1,
      'file 2xx': 1 + 3,
      'kept 2xx': 4,
      'kept 3xx': 1,
    })
    expect((await valueOf('response_cache_hits_total'))! - hits!).toBeGreaterThanOrEqual(5)
    expect((await valueOf('response_cache_misses_total'))! - misses!).toBeGreaterThanOrEqual(2)
    expect(await valueOf('response_cache_bytes')).toBe(t.kept.bytes)
    expect(await valueOf('http_request_duration_seconds_count', { kind: 'kept' })).toBe(
      after['kept 2xx']! + after['kept 3xx']!,
    )
  })

  test('count open streams, and queued and failed mails', async () => {
    const cookie = await t.signIn('https://acme.test')
    const stream = eventStream(await t.ask('/api/events', { headers: { cookie } }))
    await stream.take(1)
    expect(await valueOf('event_streams')).toBe(1)
    await stream.close()
    expect(await valueOf('event_streams')).toBe(0)
    const letter = { subject: '', text: '', html: '' }
    await t.services.db.insert(outbox).values(
      (['waiting', 'failed', 'failed', 'sent'] as const).map((state, id) => ({
        kind: 'message',
        to: 'bob@acme.example',
        letter,
        subject: '',
        messageId: String(id),
        state,
      })),
    )
    expect([await valueOf('mail_waiting'), await valueOf('mail_failed')]).toEqual([1, 2])
  })

  test('are served while the database is unreachable', async () => {
    const db = new Proxy(t.services.db, {
      get: (target, key) =>
        key === 'execute' ? () => Promise.reject(new Error('away')) : (Reflect.get(target, key) as unknown),
    })
    expect(await valueOf('database_up')).toBe(1)
    const away = await testPipeline({ services: { db } })
    const text = await (await away.ask('/metrics', here)).text()
    expect(checkMetrics(text)).toEqual([])
    expect(text).toMatch(/^database_up 0$/m)
    expect(text).not.toMatch(/^mail_/m)
    await away.close()
  })
})

test('processes of one machine report the sums of their counters, also after one was replaced', () => {
  const file = join(dataDir, 'rows')
  writeFileSync(file, new Float64Array(2 * meterLength))
  const [one, two] = [0, 1].map((index) => createMeter(shareMeter({ file, index })))
  one!.answered('page', 200, 3)
  two!.answered('page', 204, 7000)
  one!.gauge('residentBytes', () => 5)
  two!.gauge('residentBytes', () => 6)
  two!.gauge('cacheHits', () => 4)
  two!.gauge('loopDelayP99', () => 9)
  for (const meter of [one!, two!]) {
    meter.takeGauges()
    meter.knowJobs(['a', 'b'])
  }
  two!.jobEnded('b', false)
  const successor = createMeter(shareMeter({ file, index: 1 }))
  successor.gauge('cacheHits', () => 1)
  successor.takeGauges()
  expect([one!.requests('page', 1), one!.durations('page').sum]).toEqual([2, 7003])
  expect([one!.read('residentBytes'), one!.read('cacheHits'), one!.read('loopDelayP99')]).toEqual([11, 5, 9])
  expect(one!.jobs().get('b')).toMatchObject({ failures: 1, failuresInARow: 1 })
  expect(one!.jobs().get('a')).toMatchObject({ failures: 0 })
})

test('the check of metrics finds errors', () => {
  const metric = { name: 'a_total', help: 'A', type: 'counter' as const, samples: [{ value: 1 }] }
  expect(checkMetrics(expose([metric]))).toEqual([])
  for (const text of [
    expose([{ ...metric, name: 'a' }]),
    expose([{ ...metric, help: '' }]),
    expose([{ ...metric, type: 'gauge' }]),
    expose([{ ...metric, name: 'a_milliseconds_total' }]),
    expose([{ ...metric, samples: [{ value: 1 }, { value: 2 }] }]),
    expose([{ ...metric, samples: [{ labels: { le: '1' }, value: 1 }] }]),
    expose([metric, metric]),
    expose([metric]).trimEnd(),
    'a_total{b="c} 1\n',
    expose([
      {
        name: 'a_seconds',
        help: 'A',
        type: 'histogram',
        samples: [
          { suffix: '_bucket', labels: { le: '1' }, value: 2 },
          { suffix: '_bucket', labels: { le: '+Inf' }, value: 1 },
          { suffix: '_sum', value: 1 },
          { suffix: '_count', value: 1 },
        ],
      },
    ]),
  ])
    expect([text, checkMetrics(text).length > 0]).toEqual([text, true])
})
