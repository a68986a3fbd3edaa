import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { collectContent } from '#test/site-content'
import { testPipeline } from '#test/pipeline'
import type { VisitStatistics } from './contract'
import { visitCounts, visitKeys, seenVisitors } from './table'
import { deleteOld, readLive } from './store'
import { endDays, storeVisits } from './store-visits'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
const ipad =
  'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
const noon = new Date('2026-10-05T12:00:00Z')

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(async () => {
  await t.reset()
  await t.services.cacheTags.touch('all')
  cookie = await t.signIn()
})
afterEach(async () => {
  await store()
  setSystemTime()
})
afterAll(() => t.close())

const store = () => storeVisits(t.services)
const see = async (path: string, headers: Record<string, string> = {}, from = '192.0.2.1') => {
  const answer = await t.ask(path, { headers: { 'user-agent': chrome, ...headers }, from })
  await answer.body?.cancel()
  return answer
}
const beacon = async (body: unknown, headers: Record<string, string> = {}, from = '192.0.2.1') =>
  (
    await t.ask('/api/visits', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        origin: 'http://acme.test',
        'content-type': 'text/plain;charset=UTF-8',
        'user-agent': chrome,
        ...headers,
      },
      from,
    })
  ).status
const ask = (path: string) => t.ask(path, { headers: { cookie } })
const read = async (query = ''): Promise<VisitStatistics> => (await ask(`/api/numbers${query}`)).json()
const told = async (query = '') => {
  await store()
  return read(query)
}
const of = (views: number, visitors: number) => ({ views, visitors })

describe('a page view', () => {
  test('is counted with its attributes, rendered, cached, not modified, and by client navigation', async () => {
    setSystemTime(new Date('2026-10-02T12:00:00Z'))
    await t.publish('a-post')
    const first = await see('/blog/a-post/')
    await see('/blog/a-post/')
    const again = await see('/blog/a-post/', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([first.status, again.status]).toEqual([200, 304])
    await see('/blog/?page=1&utm_source=news', {}, '192.0.2.2')
    await see(
      '/es/blog/a-post/?utm_source=Letter&utm_campaign=spring',
      { 'user-agent': iphone, referer: 'https://News.example:8443/x?y' },
      '192.0.2.2',
    )
    await see('/blog/', { 'user-agent': ipad, referer: 'http://acme.test/blog/a-post/' }, '192.0.2.3')
    expect(await beacon({ path: '/projects/?utm_source=x', referrer: 'android-app://com.example.reader/' })).toBe(204)
    expect(await beacon({ path: '/blog/', referrer: null }, { cookie: 'industria-language=es' })).toBe(204)
    expect(await told()).toEqual({
      total: of(7, 3),
      previous: of(0, 0),
      series: expect.arrayContaining([{ date: '2026-10-02', ...of(7, 3) }]),
      before: expect.arrayContaining([{ date: '2026-09-02', ...of(0, 0) }]),
      pages: [
        { key: '/blog/a-post/', ...of(3, 1) },
        { key: '/blog/', ...of(2, 2) },
        { key: '/es/blog/a-post/', ...of(1, 1) },
        { key: '/projects/', ...of(1, 1) },
      ],
      referrers: [
        { key: 'com.example.reader', ...of(1, 1) },
        { key: 'news.example', ...of(1, 1) },
      ],
      languages: [
        { key: 'en', ...of(5, 2) },
        { key: 'es', ...of(2, 2) },
      ],
      devices: [
        { key: 'desktop', ...of(5, 1) },
        { key: 'phone', ...of(1, 1) },
        { key: 'tablet', ...of(1, 1) },
      ],
      campaigns: [
        { key: 'Letter / spring', ...of(1, 1) },
        { key: 'x', ...of(1, 1) },
      ],
      searches: [],
    })
  })
})

test('robots, opt-outs and other requests are not counted', async () => {
  await t.publish('a-post')
  const headers: Record<string, string>[] = [
    { dnt: '1' },
    { 'sec-gpc': '1' },
    { cookie },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    { 'user-agent': '' },
  ]
  for (const some of headers) {
    await see('/blog/a-post/', some)
    expect(await beacon({ path: '/blog/a-post/', referrer: '' }, some)).toBe(204)
  }
  await see('/blog/a-post/', { 'sec-fetch-dest': 'iframe' })
  for (const path of ['/nope/', '/blog/nope/', '/api/blog', '/admin/', '/robots.txt', '/favicon.svg', '/preview/x/']) {
    await see(path)
    expect(await beacon({ path, referrer: '' })).toBe(204)
  }
  await t.ask('/', { method: 'HEAD', headers: { 'user-agent': chrome } })
  const nothing = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    { path: 1 },
    { path: '//evil.example/' },
    { referrer: '/' },
    'x'.repeat(99_999),
  ]
  for (const body of nothing) expect(await beacon(body)).toBe(204)
  expect(await beacon({ path: '/', referrer: '' }, { origin: 'http://evil.example' })).toBe(403)
  expect((await told()).total).toEqual(of(0, 0))
  for (let sent = 0; sent < 70; sent++) expect(await beacon({ path: '/', referrer: '' }, {}, '192.0.2.77')).toBe(204)
  const { total } = await told()
  expect(total.views).toBeGreaterThanOrEqual(60)
  expect(total.views).toBeLessThan(64)
  expect(await (await t.ask('/.well-known/gpc.json')).json()).toEqual({ gpc: true })
})

test('search terms are listed without accents, once two visitors have typed them, and addresses never', async () => {
  const search = (q: string, from: string) => see(`/search/?${new URLSearchParams({ q })}`, {}, from)
  await search('Educación ', '192.0.2.1')
  await search('educacion', '192.0.2.2')
  await search('a secret', '192.0.2.1')
  for (const from of ['192.0.2.1', '192.0.2.2']) {
    await search('ada@example.com', from)
    await search('192.168.0.1', from)
  }
  expect((await told()).searches).toEqual([{ key: 'educacion', ...of(2, 2) }])
  expect((await read('?path=/search/')).searches).toEqual([{ key: 'educacion', ...of(2, 2) }])
})

test('a term typed by one visitor on two days is not listed', async () => {
  for (const day of ['2026-10-05T12:00:00Z', '2026-10-06T12:00:00Z']) {
    setSystemTime(new Date(day))
    await see('/search/?q=a+secret')
    await store()
  }
  expect((await read('?path=/search/')).total).toEqual(of(2, 2))
  expect((await read()).searches).toEqual([])
  await see('/search/?q=a+secret', {}, '192.0.2.2')
  expect((await told()).searches).toEqual([{ key: 'a secret', ...of(3, 3) }])
})

test('periods, the previous period, months, one page, and invalid queries', async () => {
  const row = (day: string, list: 'total' | 'page' | 'device', key: string, views: number, path = '') => ({
    path,
    list,
    day,
    key,
    views,
    visitors: 1,
  })
  await t.services.db
    .insert(visitCounts)
    .values([
      row('2026-08-31', 'total', '', 3),
      row('2026-09-01', 'total', '', 5),
      row('2026-09-02', 'total', '', 7),
      row('2026-09-02', 'page', '/blog/', 4),
      row('2026-09-02', 'device', 'phone', 4, '/blog/'),
      ...Array.from({ length: 103 }, (_, at) => row('2026-09-02', 'page', `/${at + 100}/`, 2)),
    ])
  const found = await read('?from=2026-09-01&to=2026-09-02')
  expect([found.total, found.previous]).toEqual([of(12, 2), of(3, 1)])
  expect(found.series).toEqual([
    { date: '2026-09-01', ...of(5, 1) },
    { date: '2026-09-02', ...of(7, 1) },
  ])
  expect(found.before).toEqual([
    { date: '2026-08-30', ...of(0, 0) },
    { date: '2026-08-31', ...of(3, 1) },
  ])
  expect(found.pages).toHaveLength(101)
  expect([found.pages[0], found.pages.at(-1)]).toEqual([
    { key: '/blog/', ...of(4, 1) },
    { key: 'other', ...of(8, 4) },
  ])
  expect((await read('?from=2026-08-01&to=2026-09-30&by=month')).series).toEqual([
    { date: '2026-08', ...of(3, 1) },
    { date: '2026-09', ...of(12, 2) },
  ])
  const page = await read('?from=2026-09-02&to=2026-09-02&path=/blog/')
  expect([page.total, page.pages, page.devices]).toEqual([
    of(4, 1),
    [{ key: '/blog/', ...of(4, 1) }],
    [{ key: 'phone', ...of(4, 1) }],
  ])
  for (const query of [
    'from=2026-02-30',
    'from=x',
    'from=2026-09-02&to=2026-09-01',
    'from=2024-01-01&to=2026-09-01',
    'by=week',
    'from=0000-01-01&to=0000-01-02',
    'from=2026-09-01&from=2026-09-02',
  ])
    for (const file of ['', '.csv'])
      expect([query, (await ask(`/api/numbers${file}?${query}`)).status]).toEqual([query, 422])
  expect((await ask('/api/numbers?from=2024-08-01&to=2026-09-01')).status).toBe(200)
  await t.services.db.insert(visitCounts).values(row('2026-09-02', 'page', '=1+1,"x"', 9))
  const csv = await (await ask('/api/numbers.csv?from=2026-09-01&to=2026-09-02')).text()
  expect(csv).toContain(
    `list,key,views,visitors\r\nday,2026-09-01,5,1\r\nday,2026-09-02,7,1\r\npage,"'=1+1,""x""",9,1\r\npage,/blog/,4,1\r\n`,
  )
  for (const path of ['/api/numbers', '/api/numbers.csv', '/api/numbers/live'])
    expect((await t.ask(path)).status).toBe(401)
  // Without setting the clock so far ahead: a timer of the embedded database would be due years after the test.
  await deleteOld(t.services.db, '2028-10-01')
  expect(await t.services.db.$count(visitCounts, sql`day < '2026-09-01'`)).toBe(0)
  expect(await t.services.db.$count(visitCounts)).toBe(108)
})

test('a visitor counts once a day; a hash cannot be traced back, and its key is deleted after the day', async () => {
  setSystemTime(noon)
  const secret = 'Mozilla/5.0 (X11; Linux x86_64) PrivateBrowser/77.31 Firefox/140.0'
  for (let at = 0; at < 20; at++) await see('/', { 'user-agent': secret }, `198.51.100.${at}`)
  await store()
  for (let at = 0; at < 20; at++) await see('/', { 'user-agent': secret }, `198.51.100.${at}`)
  expect((await told()).total).toEqual(of(40, 20))
  expect(await (await ask('/api/numbers/live')).json()).toEqual({ visitors: 20 })

  const stored = JSON.stringify([
    await collectContent(t.services.db),
    await t.services.db.select().from(seenVisitors),
    await t.services.db.select().from(visitKeys),
    t.logged,
    t.access,
  ])
  expect(stored).toContain('"list":"device"')
  for (const trace of ['198.51.100.', 'PrivateBrowser']) expect(stored).not.toContain(trace)

  setSystemTime(new Date('2026-10-05T12:06:00Z'))
  expect(await (await ask('/api/numbers/live')).json()).toEqual({ visitors: 0 })
  expect(await t.services.db.$count(visitKeys, sql`day = '2026-10-05'`)).toBe(1)
  setSystemTime(new Date('2026-10-06T00:10:00Z'))
  await see('/', { 'user-agent': secret }, '198.51.100.1')
  await endDays(t.services.db)
  for (const table of [visitKeys, seenVisitors])
    expect(await t.services.db.$count(table, sql`day = '2026-10-05'`)).toBe(0)
  expect((await told()).series.slice(-2)).toEqual([
    { date: '2026-10-05', ...of(40, 20) },
    { date: '2026-10-06', ...of(1, 1) },
  ])
})

test('a flood of made-up referrers does not grow the list, and a batch that is stored twice counts once', async () => {
  // So many cached responses leave no turn of the event loop to load the key of the day.
  await store()
  for (let at = 0; at < 600; at++) await see('/', { referer: `https://r${at}.example/` })
  const batch = t.services.visits.take()
  await store()
  expect(await t.services.db.$count(visitCounts, sql`list = 'referrer' and path = ''`)).toBe(501)
  const { total, referrers } = await read()
  expect(total).toEqual(of(600, 1))
  expect(referrers.reduce((sum, { views }) => sum + views, 0)).toBe(600)
  expect(batch?.rows.length).toBeGreaterThan(1000)
  await storeVisits({ ...t.services, visits: { ...t.services.visits, take: () => batch, stored: () => {} } })
  expect((await read()).total).toEqual(of(600, 1))
})

test('few visitors and many are counted alike, from one batch to the next', async () => {
  await store()
  const day = new Date().toISOString().slice(0, 10)
  let number = t.services.visits.take()?.number ?? 0
  const seen = async (from: number, to: number) => {
    const slots = new Set(Array.from({ length: to - from }, (_, at) => (from + at) * 7))
    const row = { day, path: '', views: slots.size, slots }
    const rows = [
      { ...row, list: 'total', key: '' },
      { ...row, list: 'page', key: '/' },
      { ...row, list: 'slice', key: String(Math.floor(Date.now() / 30_000) * 30) },
    ]
    number += 1000
    const batches = [{ number, rows }]
    await storeVisits({
      ...t.services,
      visits: { ...t.services.visits, take: () => batches.pop(), stored: () => {} },
    })
    const { total, pages } = await read()
    expect(pages).toEqual([{ key: '/', ...total }])
    const live = await readLive({ ...t.services, visits: { ...t.services.visits, live: () => new Set() } })
    return [total.visitors, live.visitors]
  }
  expect(await seen(0, 40)).toEqual([40, 40])
  expect(await seen(20, 60)).toEqual([60, 60])
  // More than are stored as a list, then more than are kept as one.
  expect(await seen(0, 400)).toEqual([401, 401])
  expect(await seen(395, 405)).toEqual([406, 406])
  expect(await seen(400, 2000)).toEqual([2015, 2015])
  expect(await seen(0, 30)).toEqual([2015, 2015])
})
