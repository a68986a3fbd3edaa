import { expect, test } from 'bun:test'
import { matchSite } from './routes'

test('an address matches its page, and a slug is decoded', () => {
  expect(matchSite('/')?.route.path).toBe('/')
  expect(matchSite('/blog/')?.route.path).toBe('/blog/')
  expect(matchSite('/projects/featured/')?.params).toEqual({ slug: 'featured' })
  expect(matchSite('/blog/caf%C3%A9%20100%25/')?.params).toEqual({ slug: 'café 100%' })
  expect(matchSite('/blog/a%2Fb/')?.params).toEqual({ slug: 'a/b' })
})

test('a path of no other page may be a custom page, except under addresses of its own', () => {
  expect(matchSite('/es/nope/')).toMatchObject({ route: { path: '/:slug/' }, params: { slug: 'nope' } })
  for (const path of ['/admin/', '/es/es/', '/es/admin/', '/api/', '/assets/', '/media/', '/swagger/', '/preview/'])
    expect([path, matchSite(path)]).toEqual([path, undefined])
})

test('no page has two addresses, or a malformed one', () => {
  for (const path of [
    '/blog',
    '/blog//',
    '//blog/',
    '//',
    '/BLOG/first/',
    '/Blog/first/',
    '/blog/first',
    '/blog/a.txt',
    '/blog/a/b/',
    '/%zz/',
    '/blog/%E0%A4%A/',
    '/admin/',
    '',
  ]) {
    expect([path, matchSite(path)?.route.path]).toEqual([path, undefined])
  }
})
