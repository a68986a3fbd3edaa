import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { type Asset, listAssets, publishAssets, sweepAssets } from '#platform/assets/feature'
import { assets } from '#platform/assets/table'
import type { Database } from '#platform/db/database'
import { unavailable } from '#contract/http-error'
import { testPipeline } from '#test/pipeline'
import { createReleasedAssets } from './static-files'

let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const script = 'export const said = "of another build"\n'.repeat(20)
const asset = (path: string): Asset => ({
  path,
  type: 'text/javascript;charset=utf-8',
  etag: 'tag1',
  modified: 'Sun, 22 Nov 2026 10:00:00 GMT',
  encoding: 'br',
  body: new Uint8Array(brotliCompressSync(script)),
})
const publish = (...paths: string[]) => publishAssets(t.services.db, paths, asset)

test('an asset of another build is served from the database, as that build would send it', async () => {
  await publish('/assets/chunk-0123abcd.js')
  const packed = await t.ask('/assets/chunk-0123abcd.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.status).toBe(200)
  expect(Object.fromEntries(packed.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript;charset=utf-8',
    etag: '"tag1-br"',
    'last-modified': 'Sun, 22 Nov 2026 10:00:00 GMT',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(script)

  const plain = await t.ask('/assets/chunk-0123abcd.js')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe(script)
  const preferred = await t.ask('/assets/chunk-0123abcd.js', { headers: { 'accept-encoding': 'identity, br;q=0.5' } })
  expect(preferred.headers.get('content-encoding')).toBeNull()
  const held = await t.ask('/assets/chunk-0123abcd.js', { headers: { 'if-none-match': '"tag1-br"' } })
  expect(held.status).toBe(304)
})

test('the assets of a later build are found at once, though their names were missing just before', async () => {
  expect((await t.ask('/assets/later-0123abcd.js')).status).toBe(404)
  await publish('/assets/later-0123abcd.js')
  expect((await t.ask('/assets/later-0123abcd.js')).status).toBe(200)
})

const asked = (path: string) => ({ path, request: new Request(`http://localhost${path}`) })

test('unknown names cost the database a few queries, however many ask', async () => {
  let looks = 0
  const counting = new Proxy(t.services.db, {
    get(target, key) {
      if (key === 'select') looks++
      return Reflect.get(target, key)
    },
  })
  const find = createReleasedAssets(counting, {})
  const questions = Array.from({ length: 2000 }, (_, index) => find(asked(`/assets/chunk-${index}.js`)))
  expect(new Set(await Promise.all(questions))).toEqual(new Set([undefined]))
  expect(looks).toBe(1)
  for (const path of ['/assets/', '/assets/a/b.js', '/assets/..%2f', `/assets/${'a'.repeat(200)}.js`, '/favicon.ico'])
    expect(await find(asked(path))).toBeUndefined()
  expect(looks).toBe(1)
})

test('a found asset is not queried again, and an unreachable database is not a 404', async () => {
  await publish('/assets/known-0123abcd.js')
  let isAway = false
  const leaving = new Proxy(t.services.db, {
    get(target, key): unknown {
      if (isAway) throw unavailable(new Error('away'))
      return Reflect.get(target, key)
    },
  }) as Database
  const find = createReleasedAssets(leaving, {})
  expect((await find(asked('/assets/known-0123abcd.js')))?.status).toBe(200)
  isAway = true
  expect((await find(asked('/assets/known-0123abcd.js')))?.status).toBe(200)
  await expect(find(asked('/assets/unknown-0123abcd.js'))).rejects.toMatchObject({ status: 503 })
})

test('a build stays for a fortnight after it was last in use', async () => {
  const { db } = t.services
  await publish('/assets/gone-0123abcd.js', '/assets/used-0123abcd.js')
  await db.update(assets).set({ usedAt: sql`now() - interval '15 days'` })
  await publishAssets(db, ['/assets/used-0123abcd.js'], () => {
    throw new Error('It is stored already')
  })
  await sweepAssets(db)
  expect(await listAssets(db)).toEqual(['/assets/used-0123abcd.js'])
  await db.delete(assets).where(eq(assets.path, '/assets/used-0123abcd.js'))
})
