import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { testDoor } from '#test/door'
import type { Numbers } from './contract'
import { storeVisits } from './store-visits'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
const ipad =
  'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
const noon = new Date('2026-10-05T12:00:00Z')

let t: Awaited<ReturnType<typeof testDoor>>
let cookie: string
beforeAll(async () => {
  t = await testDoor()
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
const read = async (query = ''): Promise<Numbers> => (await ask(`/api/numbers${query}`)).json()
const told = async (query = '') => {
  await store()
  return read(query)
}
const of = (views: number, visitors: number) => ({ views, visitors })

describe('a page that is seen', () => {
  test('counts with all that is known of it, rendered, cached, unchanged, and gone on to', async () => {
    setSystemTime(noon)
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
    expect(await beacon({ path: '/blog/', referrer: 'http://acme.test/' }, { cookie: 'industria-language=es' })).toBe(
      204,
    )
    expect(await told()).toEqual({
      total: of(7, 3),
      previous: of(0, 0),
      series: expect.arrayContaining([{ date: '2026-10-05', ...of(7, 3) }]),
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
