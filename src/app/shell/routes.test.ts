import { expect, test } from 'bun:test'
import { matchSite } from './routes'

test('an address leads to its page, and a slug comes without its escapes', () => {
  expect(matchSite('/')?.route.path).toBe('/')
  expect(matchSite('/blog/')?.route.path).toBe('/blog/')
  expect(matchSite('/projects/featured/')?.params).toEqual({ slug: 'featured' })
  expect(matchSite('/blog/caf%C3%A9%20100%25/')?.params).toEqual({ slug: 'café 100%' })
  expect(matchSite('/blog/a%2Fb/')?.params).toEqual({ slug: 'a/b' })
})

test('no page has two addresses, nor one that is malformed', () => {
  for (const path of [
    '/blog',
    '/blog//',
    '//blog/',
    '//',
    '/BLOG/',
    '/Blog/first/',
    '/blog/first',
    '/blog/a.txt',
    '/blog/a/b/',
    '/%zz/',
    '/blog/%E0%A4%A/',
    '/nope/',
    '/admin/',
    '',
  ]) {
    expect([path, matchSite(path)?.route.path]).toEqual([path, undefined])
  }
})
