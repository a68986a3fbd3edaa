import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import type { CacheTag } from '#platform/events/events'
import { createCacheTags } from '#platform/cache/cache-tags'
import { until } from '#test/waiting'
import { type Answer, ResponseCache } from './response-cache'

const textOf = (size: number) => 'kept '.repeat(Math.ceil(size / 5)).slice(0, size)

function answer(body = textOf(1000), more: Partial<Answer> = {}): Answer {
  return {
    status: 200,
    bytes: new TextEncoder().encode(body),
    headers: { 'Content-Type': 'text/plain' },
    path: '/',
    ...more,
  }
}

function shop(mostBytes?: number, settling?: number) {
  const cacheTags = createCacheTags()
  const kept = new ResponseCache(cacheTags, undefined, mostBytes, settling)
  const obtain = async (
    key: string,
    made: Answer | Response | Promise<Answer | Response> = answer(),
    tags: CacheTag[] = ['post'],
  ) => {
    const entry = await kept.obtain(key, tags, () => Promise.resolve(made))
    if (entry instanceof Response) throw new Error('Not kept')
    return entry
  }
  return { cacheTags, kept, obtain }
}

const bodyOf = (response: Response) => response.text()

describe('creating an entry', () => {
  test('happens once for a hundred concurrent requests', async () => {
    const { kept } = shop()
    let made = 0
    const make = async () => {
      made++
      await Bun.sleep(5)
      return answer()
    }
    const entries = await Promise.all(Array.from({ length: 100 }, () => kept.obtain('/', ['post'], make)))
    expect(made).toBe(1)
    expect(new Set(entries.map((entry) => !(entry instanceof Response) && entry.tag)).size).toBe(1)
    await kept.obtain('/', ['post'], make)
    expect(made).toBe(1)
  })

  test('before a write is not shared with requests after it, and not cached', async () => {
    const { cacheTags, kept, obtain } = shop()
    const slow = Promise.withResolvers<Answer>()
    const before = kept.obtain('/', ['post'], () => slow.promise)
    await cacheTags.touch(['post'])
    const after = await obtain('/', answer('after the write'))
    slow.resolve(answer('before the write'))
    expect(new TextDecoder().decode(after.bytes)).toBe('after the write')
    const early = await before
    expect(early instanceof Response ? '' : new TextDecoder().decode(early.bytes)).toBe('before the write')
    expect(new TextDecoder().decode(kept.find('/')?.bytes)).toBe('after the write')
  })

  test('during a write caches nothing', async () => {
    const { cacheTags, kept } = shop()
    await kept.obtain('/', ['post'], async () => {
      await cacheTags.touch(['post'])
      return answer()
    })
    expect(kept.find('/')).toBeUndefined()
  })

  test('that is still streaming belongs to one visitor', async () => {
    const { kept } = shop()
    let made = 0
    const make = async () => {
      await Bun.sleep(5)
      return new Response(`stream ${++made}`)
    }
    const answers = await Promise.all([1, 2, 3].map(() => kept.obtain('/', ['post'], make)))
    const bodies = await Promise.all(answers.map((one) => (one instanceof Response ? bodyOf(one) : 'kept')))
    expect(new Set(bodies).size).toBe(3)
    expect(kept.count).toBe(0)
  })

  test('that fails fails for all who wait, and is not remembered', async () => {
    const { kept, obtain } = shop()
    const failing = () => kept.obtain('/', ['post'], () => Promise.reject(new Error('away')))
    const outcomes = await Promise.allSettled([failing(), failing()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await obtain('/')).status).toBe(200)
  })
})

describe('invalidation', () => {
  test('by a write removes the entries with its tag, and nothing else', async () => {
    const { cacheTags, kept, obtain } = shop()
    await obtain('/blog/', answer(), ['page', 'post'])
    await obtain('/projects/', answer(), ['page', 'project'])
    await cacheTags.touch(['post'])
    expect(kept.find('/blog/')).toBeUndefined()
    expect(kept.find('/projects/')).toBeDefined()
  })

  test('removes the aliases of an entry too', async () => {
    const { cacheTags, kept, obtain } = shop()
    const entry = await obtain('/')
    kept.alias('http://a/', entry)
    expect(kept.findAlias('http://a/')).toBe(entry)
    await cacheTags.touch(['post'])
    expect(kept.findAlias('http://a/')).toBeUndefined()
  })
})

describe('eviction', () => {
  test('keeps the size bounded, compressed variants included, whatever is requested', async () => {
    const { kept, obtain } = shop(400_000)
    for (let turn = 0; turn < 500; turn++) {
      const entry = await obtain(`/${turn}`, answer(crypto.randomUUID().repeat(300)))
      kept.respond(entry, 'gzip, zstd', null)
      expect(kept.bytes).toBeLessThan(400_000)
    }
    expect(kept.count).toBeGreaterThan(5)
  })

  test('removes the least recently used first', async () => {
    const { kept, obtain } = shop(400_000)
    for (let turn = 0; turn < 300; turn++) {
      await obtain(`/${turn}`, answer(textOf(5000)))
      await obtain('/', answer(textOf(5000)))
    }
    expect(kept.find('/')).toBeDefined()
    expect(kept.find('/0')).toBeUndefined()
  })

  test('is not needed for 404s, which are not cached', async () => {
    const { kept, obtain } = shop()
    for (let turn = 0; turn < 50; turn++) {
      const entry = await obtain(`/lost-${turn}`, answer(textOf(10_000), { status: 404 }))
      kept.alias(`http://a/lost-${turn}`, entry)
      const response = kept.respond(entry, 'gzip', null)
      expect([response.status, response.headers.get('content-encoding')]).toEqual([404, 'gzip'])
      expect(kept.findAlias(`http://a/lost-${turn}`)).toBeUndefined()
    }
    expect([kept.count, kept.bytes]).toEqual([0, 0])
  })

  test('counts the keys of an entry, and every variant of it', async () => {
    const { kept, obtain } = shop()
    const counted: number[] = []
    const count = () => void counted.push(kept.bytes)
    const entry = await obtain('/')
    count()
    kept.alias(`http://${'a'.repeat(1000)}/`, entry)
    count()
    kept.respond(entry, null, null)
    count()
    kept.respond(entry, 'gzip', null)
    count()
    const grown = counted.slice(1).map((bytes, index) => bytes - counted[index]!)
    expect(grown.every((bytes) => bytes >= 2000)).toBe(true)
    kept.clear()
    expect(kept.bytes).toBe(0)
  })

  test('limits the aliases of an entry', async () => {
    const { kept, obtain } = shop()
    const entry = await obtain('/')
    for (let turn = 0; turn < 50; turn++) kept.alias(`http://${turn}/`, entry)
    expect(entry.aliases).toHaveLength(8)
  })
})

describe('encodings', () => {
  test('have the same text under an ETag of their own', async () => {
    const { kept, obtain } = shop()
    const entry = await obtain('/')
    kept.respond(entry, 'br', null)
    const etags = new Set<string | null>()
    for (const [accept, encoding] of [
      [null, null],
      ['gzip', 'gzip'],
      ['zstd', 'zstd'],
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = kept.respond(entry, accept, null)
      expect(response.headers.get('content-encoding')).toBe(encoding)
      etags.add(response.headers.get('etag'))
      const bytes = new Uint8Array(await response.arrayBuffer())
      expect(new TextDecoder().decode(decode(bytes, encoding))).toBe(textOf(1000))
    }
    expect(etags.size).toBe(4)
  })

  test('are chosen by the weights of the client before size, from the first time on', async () => {
    const { kept, obtain } = shop()
    const entry = await obtain('/')
    const encoding = (accept: string) => kept.respond(entry, accept, null).headers.get('content-encoding')
    for (let turn = 0; turn < 3; turn++) encoding('br')
    await until(() => entry.forms.br !== undefined)
    expect(encoding('gzip;q=1.0, br;q=0.1')).toBe('gzip')
    expect(encoding('br, zstd;q=0.5')).toBe('br')
    expect(encoding('identity, br;q=0.5')).toBeNull()
    expect(encoding('gzip, br')).toBe('br')
  })

  test('brotli is made for repeated requests, and a quicker encoding is served meanwhile', async () => {
    const { kept, obtain } = shop()
    const entry = await obtain('/')
    for (let turn = 0; turn < 2; turn++) {
      expect(kept.respond(entry, 'gzip, br', null).headers.get('content-encoding')).toBe('gzip')
      if (turn === 0) await Bun.sleep(100)
    }
    await until(() => entry.forms.br !== undefined)
    expect(kept.respond(entry, 'gzip, br', null).headers.get('content-encoding')).toBe('br')
  })

  test('a client that accepts only brotli gets it from the first time on, under the ETag of those bytes, and smaller ones later', async () => {
    const { kept, obtain } = shop(undefined, 100)
    const text = await Bun.file(import.meta.path).text()
    const entry = await obtain('/', answer(text))
    const plain = kept.respond(entry, null, null).headers.get('etag')
    const first = kept.respond(entry, 'br', null)
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(first.headers.get('etag')).not.toBe(plain)
    const bytes = new Uint8Array(await first.arrayBuffer())
    expect(new TextDecoder().decode(decode(bytes, 'br'))).toBe(text)
    expect(kept.respond(entry, 'br', null).headers.get('etag')).toBe(first.headers.get('etag'))
    const tag = () => kept.respond(entry, 'br', null).headers.get('etag')
    await until(() => tag() !== first.headers.get('etag'))
    const best = kept.respond(entry, 'br', null)
    expect((await best.arrayBuffer()).byteLength).toBeLessThan(bytes.length)
  })

  test('an entry that stays is compressed further, and takes less space', async () => {
    const { kept, obtain } = shop(undefined, 1000)
    const text = await Bun.file(import.meta.path).text()
    const entry = await obtain('/', answer(text))
    const sent = async () => {
      const response = kept.respond(entry, 'br', null)
      return {
        tag: response.headers.get('etag'),
        encoding: response.headers.get('content-encoding'),
        bytes: new Uint8Array(await response.arrayBuffer()),
      }
    }
    for (let turn = 0; turn < 3; turn++) await sent()
    const quick = await sent()
    const before = kept.bytes
    await until(async () => (await sent()).tag !== quick.tag)
    const best = await sent()
    expect([quick.encoding, best.encoding]).toEqual(['br', 'br'])
    expect(best.bytes.length).toBeLessThan(quick.bytes.length)
    expect(before - kept.bytes).toBe(quick.bytes.length - best.bytes.length)
    expect(new TextDecoder().decode(decode(best.bytes, 'br'))).toBe(text)
    expect(kept.respond(entry, 'br', quick.tag).status).toBe(304)
  })

  test('a conditional request with any encoding gets a 304', async () => {
    const { kept, obtain } = shop()
    const entry = await obtain('/')
    const tag = kept.respond(entry, 'gzip', null).headers.get('etag') ?? ''
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = kept.respond(entry, null, held)
      expect(response.status).toBe(304)
      expect(await bodyOf(response)).toBe('')
      expect(response.headers.get('etag')).not.toBeNull()
    }
    expect(kept.respond(entry, null, '"other"').status).toBe(200)
  })

  test('a version is the ETag of every encoding', async () => {
    const { kept, obtain } = shop()
    const entry = await obtain('/api/blog/a', answer(textOf(1000), { etag: '"12"' }))
    expect(kept.respond(entry, 'gzip', null).headers.get('etag')).toBe('"12"')
    expect(kept.respond(entry, 'gzip', '"12"').status).toBe(304)
    expect(kept.respond(entry, 'gzip', '"1"').status).toBe(200)
  })

  test('small responses are not worth compressing', async () => {
    const { kept, obtain } = shop()
    const entry = await obtain('/', answer('[]'))
    const encoding = (accept: string) => kept.respond(entry, accept, null).headers.get('content-encoding')
    expect(encoding('gzip, br')).toBeNull()
    expect(encoding('gzip, identity;q=0')).toBe('gzip')
  })
})

function decode(bytes: Uint8Array<ArrayBuffer>, encoding: string | null): Uint8Array {
  if (encoding === 'gzip') return Bun.gunzipSync(bytes)
  if (encoding === 'zstd') return Bun.zstdDecompressSync(bytes)
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes
}
