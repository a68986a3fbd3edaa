import { expect, test } from 'bun:test'
import type { Translate } from '#i18n/i18n'
import { withOrigin } from './fields/seo-fields'
import { failureText } from './saving/failure'

test('a canonical address without a scheme is a path of the site; any other is left to validation', () => {
  expect(withOrigin('blog/a', 'https://acme.test')).toBe('https://acme.test/blog/a')
  expect(withOrigin(' /blog/a/ ', 'https://acme.test')).toBe('https://acme.test/blog/a/')
  expect(withOrigin('http://other.test/', 'https://acme.test')).toBe('http://other.test/')
  expect(withOrigin('ftp://other.test/', 'https://acme.test')).toBe('ftp://other.test/')
  expect(withOrigin('  ', 'https://acme.test')).toBe('')
})

test('a response that is not JSON counts as an unreachable server: a proxy has answered', () => {
  const said = failureText(new SyntaxError('Unexpected token <'), 'Failed', ((id: string) => id) as Translate)
  expect(said).toBe('editing.offline')
})
