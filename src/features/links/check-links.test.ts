import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { features } from '#app/features'
import type { Network } from '#platform/http/public-network'
import { testApi } from '#test/api'
import { postInput } from '#test/inputs'
import type { LinkCheck, LinkList } from './contract'
import { linkAnswers, linkChecks } from './table'
import { checkLinks } from './check-links'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
let asked: { method: string; host: string; path: string; at: number }[] = []
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname, searchParams, hostname } = new URL(request.url)
    asked.push({ method: request.method, host: hostname, path: pathname, at: performance.now() })
    if (pathname === '/slow') await Bun.sleep(2000)
    const status = /^\/\d{3}$/.test(pathname) ? Number(pathname.slice(1)) : 200
    if (pathname === '/only-get' && request.method === 'HEAD') return new Response(null, { status: 405 })
    const location = searchParams.get('to')
    return new Response(null, { status, ...(location === null ? {} : { headers: { location } }) })
  },
})

const addresses: Record<string, string> = {
  'one.test': '127.0.0.1',
  'two.test': '127.0.0.1',
  'inside.test': '10.0.0.7',
}
const network: Network = {
  async resolve(host) {
    const address = addresses[host]
    if (address === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    return [address]
  },
  isPublic: (address) => address === '127.0.0.1',
}
const at = (path: string, host = 'one.test') => `http://${host}:${server.port}${path}`
const run = (options = {}) => checkLinks(t.services, { network, gap: 1, longest: 500, ...options })

beforeAll(async () => {
  t = await testApi({ siteUrl: 'http://localhost' })
})
beforeEach(async () => {
  await t.reset()
  asked = []
  cookie = await t.signIn()
})
afterAll(async () => {
  await t.close()
  await server.stop(true)
})

const link = async (...urls: string[]) => {
  const content = `<p>${urls.map((url) => `<a href="${url.replaceAll('&', '&amp;')}">a</a>`).join('')}</p>`
  expect((await t.send('POST', '/api/blog', { cookie, body: postInput({ content }) })).status).toBe(201)
}
const start = () => t.send('POST', '/api/links/check', { cookie })
const list = async () => (await t.send('GET', '/api/links', { cookie })).json as LinkList
const stateOf = async (url: string) => {
  const found = (await list()).links.find((one) => one.url === url)
  return found && [found.state, found.status]
}

test('every address is requested once, and gets a state by its answer', async () => {
  const cases: [string, string, number | null][] = [
    [at('/200'), 'ok', 200],
    [at('/only-get'), 'ok', 200],
    [at('/404'), 'broken', 404],
    [at('/410'), 'broken', 410],
    [at('/401'), 'unsure', 401],
    [at('/403'), 'unsure', 403],
    [at('/429'), 'unsure', 429],
    [at('/500'), 'unsure', 500],
    [at('/slow'), 'unsure', null],
    [at(`/301?to=${encodeURIComponent(at('/200', 'two.test'))}`), 'ok', 200],
    [at('/302?to=/404'), 'broken', 404],
    [at(`/303?to=${encodeURIComponent('http://inside.test/')}`), 'unsure', 303],
    [at('/307?to=/307%3Fto%3D/307'), 'unsure', 307],
    ['http://nobody.test/', 'broken', null],
    ['http://nobody.invalid/', 'broken', null],
    [`http://one.test:1/`, 'unsure', null],
    [at('/', 'inside.test'), 'unsure', null],
    ['http://127.0.0.2/', 'unsure', null],
    ['http://[::1]/', 'unsure', null],
    ['http://2130706433/', 'unsure', null],
  ]
  await link(...cases.map(([url]) => url))
  expect((await start()).status).toBe(202)
  expect((await list()).running).toBe(true)
  await run()
  const { checkedAt, running, links } = await list()
  expect([running, checkedAt !== null]).toEqual([false, true])
  const told = new Map(links.map((one) => [one.url, one]))
  for (const [url, state, status] of cases)
    expect([url, told.get(url)?.state, told.get(url)?.status]).toEqual([url, state, status])
  for (const [url] of cases) expect([url, told.get(url)?.checkedAt !== null]).toEqual([url, true])
  expect(asked.some(({ host }) => host === 'inside.test')).toBe(false)
  // After a 429 the host is not requested again.
  expect(asked.filter(({ path }) => path === '/429')).toHaveLength(1)
})

test('requests to one host are spaced, and several hosts are checked in parallel', async () => {
  await link(at('/1'), at('/2'), at('/3#a'), at('/3#b'), at('/1', 'two.test'), at('/302?to=/9', 'two.test'))
  await start()
  await run({ gap: 200 })
  const times = (of: string) => asked.filter(({ host }) => host === of).map(({ at: time }) => time)
  for (const host of ['one.test', 'two.test']) {
    const [first = 0, second = 0, third = 0, ...more] = times(host)
    expect(more).toEqual([])
    expect(second - first).toBeGreaterThan(190)
    expect(third - second).toBeGreaterThan(190)
  }
  expect(times('one.test')[0]).toBeLessThan(times('two.test')[2]!)
  expect(times('two.test')[0]).toBeLessThan(times('one.test')[2]!)
})

test('one check runs at a time, and each one starts over with the current links', async () => {
  await link(at('/404'))
  expect((await start()).json as LinkCheck).toEqual({ checkedAt: null, running: true })
  expect((await start()).status).toBe(409)
  await Promise.all([run(), run()])
  expect(asked.filter(({ method }) => method === 'HEAD')).toHaveLength(1)
  expect(await stateOf(at('/404'))).toEqual(['broken', 404])

  await t.send('PUT', '/api/blog/1', { cookie, body: postInput({ content: `<p><a href="${at('/200')}">a</a></p>` }) })
  expect((await start()).status).toBe(202)
  await run()
  expect((await list()).links.filter(({ url }) => url.startsWith('http')).map(({ url }) => url)).toEqual([at('/200')])
  expect(await t.services.db.$count(linkAnswers)).toBe(1)
})

test('without links it ends at once', async () => {
  expect((await start()).status).toBe(202)
  await run()
  expect((await list()).running).toBe(false)
})

test('a process that shuts down leaves the rest to another', async () => {
  await link(at('/1'), at('/2'), at('/3'))
  await start()
  const stopping = new AbortController()
  const first = checkLinks({ ...t.services, stopping: stopping.signal }, { network, gap: 300 })
  await Bun.sleep(150)
  stopping.abort()
  await first
  expect(asked.map(({ path }) => path)).toEqual(['/1'])
  await run()
  expect(asked.map(({ path }) => path).toSorted()).toEqual(expect.arrayContaining(['/1', '/2', '/3']))
  expect((await list()).running).toBe(false)
})

test('the check of a process that died is taken over when its lease expires', async () => {
  await link(at('/1'))
  await start()
  await t.services.db.update(linkChecks).set({ holder: 'dead' })
  await run()
  expect([asked.length, (await list()).running]).toEqual([0, true])
  await t.services.db.update(linkChecks).set({ leaseUntil: sql`now() - interval '1 second'` })
  expect((await list()).running).toBe(false)
  await run()
  expect([await stateOf(at('/1')), (await list()).running]).toEqual([['ok', 200], false])
})

test('the job requests nothing while no check was started', async () => {
  const job = features.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'check links')
  await link('http://nobody.invalid/')
  if (job && 'runInEach' in job) await job.runInEach(t.services)
  expect(await stateOf('http://nobody.invalid/')).toEqual(['unsure', null])
  await start()
  if (job && 'runInEach' in job) await job.runInEach(t.services)
  expect(await stateOf('http://nobody.invalid/')).toEqual(['broken', null])
})
