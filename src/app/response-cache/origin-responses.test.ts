import { expect, test } from 'bun:test'
import { createCacheTags } from '#platform/cache/cache-tags'
import { createOriginResponses } from './origin-responses'
import { ResponseCache } from './response-cache'

type Made = { origin: string }

function shop() {
  const kept = new ResponseCache(createCacheTags())
  const obtain = createOriginResponses(kept)
  const made: string[] = []
  const make = async ({ origin }: Made) => {
    made.push(origin)
    const text = `<a href="${origin}/">${new URL(origin).host}</a><a href="mailto:?body=${encodeURIComponent(origin)}%2F">`
    return { status: 200, bytes: new TextEncoder().encode(text), headers: {}, path: '/' }
  }
  const ask = async (
    origin: string,
    maker: (asked: Made) => Promise<Response | Awaited<ReturnType<typeof make>>> = make,
  ) => {
    const found = await obtain({ origin }, '/', ['post'], maker)
    return found instanceof Response ? found.text() : new TextDecoder().decode(found.bytes)
  }
  return { kept, made, make, ask }
}

const textAt = (host: string, scheme = 'http') =>
  `<a href="${scheme}://${host}/">${host}</a><a href="mailto:?body=${encodeURIComponent(`${scheme}://${host}`)}%2F">`

test('a flood of made-up hosts costs one rendering and one cache entry, and each gets its own name', async () => {
  const { kept, made, ask } = shop()
  await ask('http://own.test')
  for (let host = 0; host < 100; host++) {
    const name = host % 2 ? `made-up-${host}.test` : `made-up-${host}.test:80${host}`
    expect(await ask(`http://${name}`)).toBe(textAt(name))
  }
  expect([made.length, kept.count]).toEqual([6, 6])
  expect(await ask('http://own.test')).toBe(textAt('own.test'))
  expect(made).toHaveLength(6)
})

test('two schemes have cache entries of their own', async () => {
  const { ask } = shop()
  for (let host = 1; host < 10; host++) {
    expect(await ask(`http://one-${host}.test`)).toBe(textAt(`one-${host}.test`))
    expect(await ask(`https://[::${host}]`)).toBe(textAt(`[::${host}]`, 'https'))
  }
})

test('a response that is still streaming is made for one request', async () => {
  const { ask } = shop()
  const sent = async ({ origin }: Made) => new Response(`sent to ${origin}`)
  for (let host = 0; host < 10; host++)
    expect(await ask(`http://made-up-${host}.test`, sent)).toBe(`sent to http://made-up-${host}.test`)
})
