import { expect, test } from 'bun:test'
import { proseAddress } from './routes'

test('a link to a page keeps the language, and all others stay as they are', () => {
  const inSpanish = (address: string) => proseAddress(address, 'es')
  expect(inSpanish('/about/?a=1#team')).toBe('/es/about/?a=1#team')
  expect(inSpanish('/')).toBe('/es/')
  for (const address of [
    '#team',
    '?page=2',
    '/es/about/',
    '/blog/feed.xml',
    '/media/a.pdf',
    'https://acme.test/about/',
    'mailto:ada@acme.test',
  ])
    expect(inSpanish(address)).toBe(address)
})
