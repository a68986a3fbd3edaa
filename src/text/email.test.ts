import { describe, expect, test } from 'bun:test'
import { emailKey, isEmail } from './email'

describe('valid addresses', () => {
  for (const email of [
    'ada@example.com',
    'usuario@español.es',
    'a.b+c@sub.example.co.uk',
    "o'hara@example.ie",
    'δοκιμή@παράδειγμα.δοκιμή',
    'x@a-b.io',
    '1@2.com',
  ]) {
    test(email, () => expect(isEmail(email)).toBe(true))
  }
})

describe('invalid addresses', () => {
  const wrong = [
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'ada@exa mple.com',
    'ada@@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example..com',
    'ada@127.0.0.1',
    'ada@example.com\n',
    'ada\0@example.com',
    'a'.repeat(65) + '@example.com',
    'a@' + `${'b'.repeat(60)}.`.repeat(5) + 'com',
    '<ada@example.com>',
    'ada@example.com,bob@example.com',
    'ada\u{D800}@example.com',
  ]
  for (const email of wrong) test(JSON.stringify(email), () => expect(isEmail(email)).toBe(false))
})

test('addresses are compared trimmed, in Unicode form C and in lower case', () => {
  expect(emailKey('  ADA@Example.COM ')).toBe('ada@example.com')
  expect(emailKey('jose\u0301@example.com')).toBe('jos\u00e9@example.com')
})
