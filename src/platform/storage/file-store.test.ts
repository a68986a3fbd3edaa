import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import S3rver from '@20minutes/s3rver'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BucketConfig } from '#platform/config'
import { HttpError } from '#contract/http-error'
import { createBucketStore, type FileStore, createDiskStore } from './file-store'
import { createFileCache } from './file-cache'

const folder = mkdtempSync(join(tmpdir(), 'files-'))
const file = join(folder, 'file')
writeFileSync(file, 'picture')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const namesOf = async (store: FileStore) => {
  const names = []
  for await (const { name, keptAt } of store.list()) {
    expect(Math.abs(Date.now() - keptAt)).toBeLessThan(60_000)
    names.push(name)
  }
  return names.toSorted()
}

async function keepsFiles(store: FileStore) {
  // Another site with the same bucket may have files there too.
  for (const name of await namesOf(store)) await store.remove(name)
  expect([await store.has('a'), await namesOf(store)]).toEqual([false, []])
  for (const name of ['a', 'b', 'a']) await store.keep(name, file)
  expect([await store.has('a'), await namesOf(store)]).toEqual([true, ['a', 'b']])
  expect(await store.use('b', async (path) => readFileSync(path, 'utf8'))).toBe('picture')
  expect(readFileSync(file, 'utf8')).toBe('picture')
  for (const name of ['a', 'a', 'never']) await store.remove(name)
  expect([await store.has('a'), await namesOf(store)]).toEqual([false, ['b']])
  expect(await statusOf(store.use('a', async () => {}))).toBe(404)
}

const endpointAt = ({ port }: { port: number }) => `http://127.0.0.1:${port}`

const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof HttpError ? error.status : error),
  )

test('a folder stores files', () => keepsFiles(createDiskStore(join(folder, 'originals'))))

const pathNames = [
  '../outside',
  '..',
  '.',
  '',
  '/etc/passwd',
  'a/b',
  'a/../outside',
  'a\\b',
  'a..b',
  '.hidden',
  'a\0',
  'a%2fb',
  'a\n',
]

/** Neither reads, writes nor removes a file beside its folder. */
async function refusesPaths(store: FileStore) {
  for (const name of [...pathNames, 'x'.repeat(300)]) {
    const work = [store.keep(name, file), store.has(name), store.use(name, async () => {}), store.remove(name)]
    expect([name, ...(await Promise.all(work.map(statusOf)))]).toEqual([name, 404, 404, 404, 404])
  }
}

test('a folder takes no path for a name, whoever calls', async () => {
  const outside = join(folder, 'outside')
  writeFileSync(outside, 'private')
  await refusesPaths(createDiskStore(join(folder, 'inside')))
  const cache = createFileCache(join(folder, 'inside'), 1000)
  for (const name of pathNames) {
    const obtained = cache.obtain(name, async (to) => writeFileSync(to, ''))
    const prewarmed = cache.prewarm(name, async (to) => writeFileSync(to, ''))
    const work = [obtained, prewarmed, cache.has(name)]
    expect([name, ...(await Promise.all(work.map(statusOf)))]).toEqual([name, 404, 404, 404])
  }
  expect(readFileSync(outside, 'utf8')).toBe('private')
})

describe('a bucket', () => {
  const access: BucketConfig = {
    bucket: 'pictures',
    prefix: 'site/media',
    endpoint: '',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  const storeOf = (changes: Partial<BucketConfig> = {}, limits = {}) =>
    createBucketStore({ ...access, ...changes }, { folder: join(folder, 'incoming'), ...limits })
  let server: S3rver

  beforeAll(async () => {
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: join(folder, 'buckets'),
      configureBuckets: [
        { name: 'pictures', configs: [] },
        { name: 'others', configs: [] },
      ],
    })
    access.endpoint = endpointAt(await server.run())
  })
  afterAll(() => server.close())

  test('stores files', async () => {
    // The store does not support signed list requests.
    const loose = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: join(folder, 'loose'),
      allowMismatchedSignatures: true,
      configureBuckets: [{ name: 'pictures', configs: [] }],
    })
    const endpoint = endpointAt(await loose.run())
    for (const prefix of ['', 'site/media']) await keepsFiles(storeOf({ endpoint, prefix }))
    await loose.close()
  })

  test('takes no path for a name', async () => {
    for (const prefix of ['', 'site/media']) await refusesPaths(storeOf({ prefix }))
  })

  test('takes a multipart upload', async () => {
    const large = join(folder, 'large')
    writeFileSync(large, Buffer.alloc(20 * 1024 * 1024, 'x'))
    const store = storeOf()
    await store.keep('large', large)
    expect(await store.use('large', async (path) => Bun.file(path).size)).toBe(20 * 1024 * 1024)
  })

  test('that cannot be used reports it, and that it may work again later', async () => {
    for (const store of [
      storeOf({ secretAccessKey: 'wrong' }),
      storeOf({ accessKeyId: 'nobody' }),
      storeOf({ bucket: 'vanished' }),
      storeOf({ endpoint: 'http://127.0.0.1:1' }),
    ]) {
      const failed = await store.keep('a', file).catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(HttpError)
      expect([(failed as HttpError).status, (failed as HttpError).options.headers]).toEqual([
        503,
        { 'Retry-After': '10' },
      ])
    }
  })

  test('that is slow is not waited for', async () => {
    const deaf: Server = createServer(() => {})
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
    const endpoint = endpointAt(deaf.address() as AddressInfo)
    const store = storeOf({ endpoint }, { longestAnswer: 100, longestWay: 30_000 })
    for (const work of [() => store.keep('a', file), () => store.has('a'), () => store.remove('a')])
      expect(await statusOf(work())).toBe(503)
    const impatient = storeOf({ endpoint }, { longestWay: 100 })
    expect(await statusOf(impatient.use('a', async () => {}))).toBe(503)
    deaf.close()
  })
})

describe('a derived file', () => {
  test('is made once, however many ask', async () => {
    const made = createFileCache(join(folder, 'made'), 1000)
    let count = 0
    const make = async (path: string) => {
      count++
      await Bun.sleep(10)
      writeFileSync(path, 'made')
    }
    const paths = await Promise.all(Array.from({ length: 20 }, () => made.obtain('a', make)))
    await made.obtain('a', make)
    expect([count, new Set(paths).size, readFileSync(paths[0]!, 'utf8')]).toEqual([1, 1, 'made'])
    await expect(made.obtain('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await made.obtain('b', make)).toEndWith('/b')
  })

  test('is evicted when the cache is full, least recently used first', async () => {
    const made = createFileCache(join(folder, 'bounded'), 1000)
    for (const [name, hours] of [
      ['old', 5],
      ['older', 9],
      ['new', 0],
    ] as const) {
      const path = await made.obtain(name, async (to) => writeFileSync(to, 'x'.repeat(500)))
      const at = new Date(Date.now() - hours * 3_600_000)
      utimesSync(path, at, at)
    }
    await made.obtain('old', () => Promise.reject(new Error('it is there')))
    await made.sweep()
    expect(['old', 'older', 'new'].map((name) => Bun.file(join(folder, 'bounded', name)).size)).toEqual([500, 0, 500])
  })
})
