import { describe, expect, test } from 'bun:test'
import { alternates, canonicalAddress, listedVersions } from './versions'
import { versionsOf } from './versions-of'

const origin = 'https://acme.test'
const page = versionsOf('/about/', { en: {}, es: {} })

describe('a page', () => {
  test('has its own address in each language, and the English one as default', () => {
    expect(canonicalAddress(page, 'en', origin)).toBe('https://acme.test/about/')
    expect(canonicalAddress(page, 'es', origin)).toBe('https://acme.test/es/about/')
    expect(alternates(listedVersions(page, origin))).toEqual([
      ['en', 'https://acme.test/about/'],
      ['es', 'https://acme.test/es/about/'],
      ['x-default', 'https://acme.test/about/'],
    ])
  })

  test('has the address that was typed, in its language', () => {
    for (const [canonical, known] of [
      ['{host}/journal/', 'https://acme.test/journal/'],
      [' /journal/ ', 'https://acme.test/journal/'],
      ['https://elsewhere.test/a', 'https://elsewhere.test/a'],
    ]) {
      const versions = versionsOf('/blog/', { en: { canonical }, es: {} })
      expect(canonicalAddress(versions, 'en', origin)).toBe(known ?? '')
      expect(canonicalAddress(versions, 'es', origin)).toBe('https://acme.test/es/blog/')
      expect(alternates(listedVersions(versions, origin))).toEqual([['es', 'https://acme.test/es/blog/']])
    }
  })

  test('may have a canonical address of its own, and ignores an invalid one', () => {
    for (const canonical of ['https://acme.test/blog', '{host}/blog/', '', '  ', 5, null, undefined]) {
      const versions = versionsOf('/blog/', { en: { canonical } })
      expect(alternates(listedVersions(versions, origin))).toEqual([
        ['en', 'https://acme.test/blog/'],
        ['x-default', 'https://acme.test/blog/'],
      ])
    }
  })
})
