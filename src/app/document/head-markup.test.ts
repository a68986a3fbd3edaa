import { expect, test } from 'bun:test'
import { bySheet } from '#i18n/addresses/routing'
import { type Extra, extras, type Manifest, type StaticFile } from '#app/manifest'
import { accentStyle } from '#app/look/look-style'
import { extrasOf } from './head-markup'
import { createHeads } from './head-markup'
import { textsIn } from '#test/content/texts-in'

const file = (path: string, from: string): StaticFile => ({
  path,
  file: from,
  type: 'text/css',
  size: 1,
  etag: 'a',
  modified: '',
  immutable: true,
  compressed: {},
})
const area = { style: '/assets/site.css', entry: '/assets/a.js', modules: [], catalogs: textsIn([], { es: [] }) }
const sheets = Object.fromEntries(extras.map((extra) => [extra, `/assets/${extra}.css`])) as Record<Extra, string>
const manifest: Manifest = {
  version: '1.2.3',
  build: 'test',
  site: { ...area, sheets: bySheet(() => '/assets/sheet.css'), extras: sheets, later: '/assets/later.css' },
  admin: area,
  files: [
    file('/assets/site.css', 'src/ui/tokens.css'),
    file('/assets/sheet.css', 'src/ui/tabs.css'),
    file('/assets/logo.css', 'src/ui/pictures/logo.css'),
  ],
  sizes: {},
}
const site = { name: 'Acme' }
const styleOf = (markup: string) => /<style>(.*?)<\/style>/s.exec(markup)?.[1] ?? ''

test('a page has the rules of its accent after all others, allowed by their hash, and those of the logo', async () => {
  const head = createHeads(manifest)
  const plain = head('home', { site, look: { accent: null } })
  const built = await Promise.all(['tokens', 'tabs'].map((name) => Bun.file(`src/ui/${name}.css`).text()))
  expect(styleOf(plain.markup)).toBe(built.map((text) => text.trim()).join(''))
  const yellow = head('home', { site, look: { accent: '#ffff00' } })
  expect(styleOf(yellow.markup)).toBe(styleOf(plain.markup) + accentStyle('#ffff00'))
  const hash = new Bun.CryptoHasher('sha256').update(styleOf(yellow.markup)).digest('base64')
  expect(yellow.styleHash).toBe(`'sha256-${hash}'`)
  const logo = { image: { src: '/a', width: 32, height: 32 }, holdsName: false }
  const withLogo = head('home', { site: { ...site, logo }, look: { accent: null } })
  expect(styleOf(withLogo.markup)).toContain('img.logo')
})

test('heads are cached by everything that affects them', () => {
  const head = createHeads(manifest)
  const frame = { site, look: { accent: '#0057ff' } }
  expect(head('inner', { ...frame })).toBe(head('inner', { ...frame }))
  expect(head('inner', frame)).not.toBe(head('inner', { site, look: { accent: '#0057fe' } }))
})

test('names and links too long for one line add the styles that wrap them', () => {
  const entry = (en: string) => ({ label: textsIn(en, { es: '' }), href: '/', children: [] })
  const links = (count: number) => Array.from({ length: count }, () => entry('Services'))
  expect(extrasOf({ name: 'Industria AI' })).toEqual([])
  expect(extrasOf({ name: 'Industria AI', navigation: links(4) })).toEqual([])
  expect(extrasOf({ name: 'Industria AI', navigation: links(5) })).toEqual(['crowded'])
  expect(extrasOf({ name: 'Industria AI', navigation: links(7) })).toEqual(['crowded', 'tight'])
  expect(extrasOf({ name: 'Quarry & Kiln AI', navigation: links(8) })).toEqual(['crowded', 'overfull'])
  expect(extrasOf({ name: 'Quarry & Kiln Applications for Industrial Ceramics' })).toEqual(['long-name', 'crowded'])
})
