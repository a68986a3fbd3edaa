import { expect, test } from 'bun:test'
import { href, inLanguage, readAddress } from './href'
import { adminPaths } from './admin-paths'
import { sitePaths } from './paths'

test('an address is its path with the parameters in it, escaped', () => {
  expect(href(sitePaths.home)).toBe('/')
  expect(href('/blog/:slug/', { slug: 'first-light' })).toBe('/blog/first-light/')
  expect(href('/blog/:slug/', { slug: 'a/b?c#d é' })).toBe('/blog/a%2Fb%3Fc%23d%20%C3%A9/')
  expect(href(adminPaths.messages)).toBe('/admin/messages/')
})

test('Spanish addresses start with the language', () => {
  expect(href(sitePaths.home, {}, 'es')).toBe('/es/')
  expect(href('/blog/:slug/', { slug: 'first-light' }, 'es')).toBe('/es/blog/first-light/')
  expect(href(sitePaths.blog, {}, 'en')).toBe('/blog/')
  expect(readAddress('/es/blog/')).toEqual({ pinned: 'es', path: '/blog/' })
  expect(readAddress('/es/')).toEqual({ pinned: 'es', path: '/' })
  for (const path of ['/', '/blog/', '/es', '/ES/', '/estonia/', '/blog/es/', ''])
    expect(readAddress(path)).toEqual({ pinned: undefined, path })
})

test('a page has an address in each language', () => {
  expect(inLanguage('/blog/?page=2#list', 'es')).toBe('/es/blog/?page=2#list')
  expect(inLanguage('/es/blog/', 'es')).toBe('/es/blog/')
  expect(inLanguage('/es/', 'en')).toBe('/')
})

test('a path with missing parameters has no address', () => {
  // @ts-expect-error -- without its slug
  expect(href('/blog/:slug/')).toBe('/blog//')
  // @ts-expect-error -- of another name
  expect(href('/blog/:slug/', { name: 'a' })).toBe('/blog//')
  // @ts-expect-error -- it has none
  expect(href('/blog/', { slug: 'a' })).toBe('/blog/')
})
