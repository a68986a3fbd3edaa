import { expect, test } from 'bun:test'
import { href } from './href'
import { adminPaths, sitePaths } from './paths'

test('an address is its path with the parameters in it, escaped', () => {
  expect(href(sitePaths.home)).toBe('/')
  expect(href('/blog/:slug/', { slug: 'first-light' })).toBe('/blog/first-light/')
  expect(href('/blog/:slug/', { slug: 'a/b?c#d é' })).toBe('/blog/a%2Fb%3Fc%23d%20%C3%A9/')
  expect(href(adminPaths.messages)).toBe('/admin/messages/')
})

test('it is the same in both languages, whose preference decides', () => {
  for (const language of ['en', 'es'] as const) {
    expect(href(sitePaths.blog, {}, language)).toBe('/blog/')
    expect(href('/blog/:slug/', { slug: 'first-light' }, language)).toBe('/blog/first-light/')
  }
})

test('a path with parameters is no address without them', () => {
  // @ts-expect-error -- without its slug
  expect(href('/blog/:slug/')).toBe('/blog//')
  // @ts-expect-error -- of another name
  expect(href('/blog/:slug/', { name: 'a' })).toBe('/blog//')
  // @ts-expect-error -- it has none
  expect(href('/blog/', { slug: 'a' })).toBe('/blog/')
})
