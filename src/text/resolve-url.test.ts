import { expect, test } from 'bun:test'
import { resolveUrl } from './urls'

const resolved: [url: string, absolute: string][] = [
  ['/about/?a=b#c', '/about/?a=b#c'],
  ['/ñ|x/', '/ñ|x/'],
  ['../other/', '/blog/other/'],
  ['other/', '/blog/post/other/'],
  ['./', '/blog/post/'],
  ['../../../about/', '/about/'],
  ['?x=1', '/blog/post/?x=1'],
  ['#part', '/blog/post/#part'],
  ['', '/blog/post/'],
]
const others = ['https://example.com', 'HTTP://example.com/a', 'mailto:a@b.example', 'tel:+123', 'http://[']

test('a URL is resolved against the page, with and without a known origin', () => {
  for (const [url, absolute] of resolved) {
    expect([url, resolveUrl(url, 'https://acme.test/blog/post/')]).toEqual([url, `https://acme.test${absolute}`])
    expect([url, resolveUrl(url, '/blog/post/')]).toEqual([url, absolute])
  }
  expect(resolveUrl('//cdn.example/a', 'https://acme.test/blog/post/')).toBe('https://cdn.example/a')
})

test('a URL with a scheme stays as it is', () => {
  for (const url of others) expect(resolveUrl(url, 'https://acme.test/blog/post/')).toBe(url)
})
