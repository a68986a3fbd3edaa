import { expect, test } from 'bun:test'
import { loginFor, nextPath } from './next-path'

test('the login returns to the admin page that was requested', () => {
  expect(nextPath(new URL(loginFor('/admin/messages/'), 'http://site').search)).toBe('/admin/messages/')
  expect(nextPath(new URL(loginFor('/admin/blog/?page=2'), 'http://site').search)).toBe('/admin/blog/?page=2')
})

test('without one it leads to the dashboard, which needs no parameter', () => {
  expect(loginFor('/admin/dashboard/')).toBe('/admin/')
  expect(nextPath('')).toBe('/admin/dashboard/')
})

test('a path outside the admin is ignored', () => {
  for (const forged of [
    'https://evil.test/',
    '//evil.test/admin/',
    '/',
    '/blog/',
    '/admin',
    '/admin/',
    '/admin//evil.test',
    '/admin/../blog/',
    '/admin/x/../../blog/',
    'javascript:alert(1)',
    '/admin/%2e%2e/blog/',
    '/admin/\\evil.test',
  ]) {
    expect([forged, nextPath(`?next=${encodeURIComponent(forged)}`)]).toEqual([forged, '/admin/dashboard/'])
  }
})
