import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { tries } from '#test/tries'
import { normalSpelling } from './urls'

const equal: [path: string, ...others: string[]][] = [
  ['/k%C3%B6p/', '/k%c3%b6p/', '/k%C3%b6p/', '/köp/', '/ko\u0308p/', '/ko%CC%88p/', '/%6b%C3%B6%70/'],
  ['/~x/a-b_c.d/', '/%7Ex/a-b_c.d/', '/%7ex/%61%2Db%5fc%2Ed/'],
  ['/%ED%95%9C/', '/한/', '/%ed%95%9c/', `/${'한'.normalize('NFD')}/`, `/${encodeURI('한'.normalize('NFD'))}/`],
  ['/a%2Fb/', '/a%2fb/', '/%61%2fb/'],
  ['/a%20b%25c%3F/', '/a%20b%25c%3f/'],
  ['/%FF%C3/', '/%ff%c3/'],
  ['/%2541/', '/%25%34%31/'],
  ['/a%F0%9F%98%80/', '/a😀/', '/a%f0%9f%98%80/'],
]
for (const [normal, ...others] of equal)
  test(`${normal} is the spelling of ${others.join(' ')}`, () => {
    for (const path of [normal, ...others]) expect(normalSpelling(path)).toBe(normal)
  })

test('a path with malformed escapes stays as it is', () => {
  for (const path of ['/100%/', '/%zz/%61/', '/%%36%31/', '/%c3%b6%']) expect(normalSpelling(path)).toBe(path)
})

test('paths that mean something else stay apart', () => {
  const paths = ['/a%2Fb/', '/a/b/', '/a%252Fb/', '/A/', '/a/', '/a%2Bb/', '/a+b/', '/a%3Ab/', '/a:b/', '/%25/', '/%/']
  expect(new Set(paths.map(normalSpelling)).size).toBe(paths.length)
})

test('a spelling is its own, in ASCII, with the same decoded characters', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('%', '%c3', '%b6', '%2f', '%36', '31'))),
      (parts) => {
        const path = parts.join('')
        const spelled = normalSpelling(path)
        expect(normalSpelling(spelled)).toBe(spelled)
        if (!/%(?![\da-f]{2})/i.test(path)) expect(spelled).toMatch(/^[\x20-\x7e]*$/)
      },
    ),
    tries(100),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(text.isWellFormed())
      expect(decodeURIComponent(normalSpelling(encodeURIComponent(text)))).toBe(text.normalize('NFC'))
    }),
    tries(100),
  )
})
