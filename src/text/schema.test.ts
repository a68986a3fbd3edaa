import { describe, expect, test } from 'bun:test'
import { isSafeUrl, isStorable, optionalUrl, plainText, requiredText } from './schema'

describe('links that are allowed', () => {
  for (const link of [
    'https://example.com',
    'http://example.com/a?b=c#d',
    '/images/a.webp',
    '/',
    'https://español.es/ñ',
  ])
    test(link, () => expect(isSafeUrl(link)).toBe(true))
})

describe('links that are refused', () => {
  const wrong = [
    '',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil',
    'https:///x',
    'http:',
    'https://',
    'ftp://example.com',
    'mailto:a@b.co',
    'a.webp',
    './a',
    ' https://example.com',
    'https://exa mple.com',
    'https://example.com/\n',
    'https://[',
    '/a\tb',
  ]
  for (const link of wrong) test(JSON.stringify(link), () => expect(isSafeUrl(link)).toBe(false))
})

test('text with NUL or a lone surrogate cannot be stored, at any depth', () => {
  expect(plainText(10).safeParse('a\0').success).toBe(false)
  expect(requiredText(10).safeParse('a\u{D800}').success).toBe(false)
  expect(requiredText(10).safeParse('😀').success).toBe(true)
  expect(isStorable({ a: [{ b: 'fine 😀' }], c: null, d: 1 })).toBe(true)
  expect(isStorable({ a: [{ b: 'x\0' }] })).toBe(false)
  expect(isStorable({ a: [{ 'key\u{DC00}': 1 }] })).toBe(false)
})

test('required text is trimmed before its length is checked', () => {
  expect(requiredText(3).parse('  abc  ')).toBe('abc')
  expect(requiredText(3).safeParse('   ').success).toBe(false)
  expect(requiredText(3).safeParse('abcd').success).toBe(false)
})

test('an optional link that is absent, empty or null is stored as null', () => {
  for (const value of [undefined, null, '', '  ']) expect(optionalUrl().parse(value)).toBeNull()
  expect(optionalUrl().parse('https://example.com')).toBe('https://example.com')
  expect(optionalUrl().safeParse('javascript:1').success).toBe(false)
  expect(optionalUrl().safeParse(5).success).toBe(false)
})
