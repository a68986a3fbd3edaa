import { afterAll, beforeAll, expect, test } from 'bun:test'
import { testPipeline } from '#test/pipeline'
import { postInput } from '#test/inputs'

let t: Awaited<ReturnType<typeof testPipeline>>

beforeAll(async () => {
  t = await testPipeline({ config: { throttle: false } })
  const headers = { cookie: await t.signIn(), origin: 'http://acme.test', 'content-type': 'application/json' }
  const body = postInput({
    title: 'Trained models',
    content: '<p>A model of <b>looms</b> &lt;script&gt;.</p>',
    translations: { es: { title: 'Educación con modelos' } },
  })
  expect((await t.ask('/api/blog', { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(201)
})
afterAll(() => t.close())

const get = async (path: string) => {
  const answer = await t.ask(path)
  return { status: answer.status, text: await answer.text(), kept: answer.headers.get('cache-control') !== 'no-store' }
}

test('the search page shows the results with their words marked, without scripts', async () => {
  const { status, text, kept } = await get('/search/?q=model')
  expect([status, kept]).toEqual([200, false])
  expect(text).toContain('<a href="/blog/trained-models/">Trained <mark>models</mark></a>')
  expect(text).toContain('A <mark>model</mark> of looms &lt;script&gt;.')
  expect(text).toContain('<meta name="robots" content="noindex"')
  expect(text).toContain('<link rel="canonical" href="http://acme.test/search/"')
  expect(text).toMatch(/<input[^>]* value="model"/)
  expect((await get('/es/search/?q=educacion')).text).toContain('<mark>Educación</mark> con modelos')
})

test('any query is answered, and nothing is found without words', async () => {
  for (const q of ['', '%00', '!%26%7C%3C-%3E', "'%22", 'x'.repeat(10_000), '%F0%9F', '%3Cscript%3E'])
    for (const path of ['/search/', '/es/search/']) expect([q, (await get(`${path}?q=${q}`)).status]).toEqual([q, 200])
  expect((await get('/search/')).kept).toBe(true)
})

test('its results are compressed as the client accepts it', async () => {
  const askFor = (encoding: string) => t.ask('/search/?q=model', { headers: { 'accept-encoding': encoding } })
  const [zstd, gzip, plain] = [await askFor('gzip, br, zstd'), await askFor('gzip'), await askFor('identity')]
  expect([zstd, gzip, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['zstd', 'gzip', null])
  const html = await plain.text()
  expect(new TextDecoder().decode(Bun.zstdDecompressSync(await zstd.bytes()))).toBe(html)
  expect(new TextDecoder().decode(Bun.gunzipSync(await gzip.bytes()))).toBe(html)
  for (const { headers } of [zstd, gzip, plain])
    expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['Accept-Encoding, Cookie', 'no-store'])
})
