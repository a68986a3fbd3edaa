import { expect, test } from 'bun:test'
import { KnownOrigins } from './origin-responses'

function origins() {
  let now = 0
  const known = new KnownOrigins(() => now)
  const later = (seconds: number) => (now += seconds * 1000)
  return { known, later }
}

test('a few origins are known, and made-up ones evict none of them', () => {
  const { known, later } = origins()
  for (let host = 0; host < 5; host++) expect(known.find(`http://own-${host}.test`)).toBeDefined()
  for (let host = 0; host < 50; host++) expect(known.find(`http://made-up-${host}.test`)).toBeUndefined()
  for (let minute = 0; minute < 5; minute++) {
    later(61)
    for (let host = 0; host < 5; host++) expect(known.find(`http://own-${host}.test`)).toBeDefined()
    expect(known.find(`http://made-up-${minute}.test`)).toBeUndefined()
  }
})

test('the least recently used one is replaced by another', () => {
  const { known, later } = origins()
  for (let host = 0; host < 5; host++) known.find(`http://made-up-${host}.test`)
  const found: unknown[] = []
  for (let minute = 0; minute < 3; minute++) {
    found.push(known.find('http://own.test'))
    later(61)
  }
  expect(found.at(-1)).toBeDefined()
})

test('one whose responses are served from the cache counts as used', () => {
  const { known, later } = origins()
  const own = known.find('http://own.test')!
  for (let host = 0; host < 200; host++) {
    own.isUsed = true
    known.find(`http://made-up-${host}.test`)
    later(61)
  }
  expect(known.find('http://own.test')).toBe(own)
})
