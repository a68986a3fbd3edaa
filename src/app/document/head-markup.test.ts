import { expect, test } from 'bun:test'
import { bySheet } from '#i18n/addresses/routing'
import type { Manifest, StaticFile } from '#app/manifest'
import { accentStyle } from '#app/look/accent-style'
import { createHeads } from './head-markup'

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
const area = { style: '/assets/site.css', entry: '/assets/a.js', modules: [], catalogs: { en: [], es: [] } }
const extras = { announcement: '/assets/announcement.css', submenu: '/assets/submenu.css', logo: '/assets/logo.css' }
const manifest: Manifest = {
  site: { ...area, sheets: bySheet(() => '/assets/sheet.css'), extras, later: '/assets/later.css' },
  admin: area,
  files: [
    file('/assets/site.css', 'src/ui/tokens.css'),
    file('/assets/sheet.css', 'src/ui/tabs.css'),
    file('/assets/logo.css', 'src/ui/pictures/logo.css'),
  ],
  sizes: {},
}
const site = { navigation: [] }
const styleOf = (markup: string) => /<style>(.*?)<\/style>/s.exec(markup)?.[1] ?? ''

test('a page holds the rules of its accent after all others, allowed by their hash, and those of the logo', async () => {
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

test('heads are made once for what decides about them', () => {
  const head = createHeads(manifest)
  const frame = { site, look: { accent: '#0057ff' } }
  expect(head('inner', { ...frame })).toBe(head('inner', { ...frame }))
  expect(head('inner', frame)).not.toBe(head('inner', { site, look: { accent: '#0057fe' } }))
})
