import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { converter, parse } from 'culori'
import { builtInLook, cornerNames, schemeNames, typeNames, widthNames } from '#contract/site-values'
import { papers } from '#platform/accent/accent-shades'
import { lookAddress, lookAt, lookStyle, readPalette, styleWithLook, switchScript } from './look-style'

const sheets = ['font', 'tokens'].map((name) => readFileSync(resolve(import.meta.dir, `../../ui/${name}.css`), 'utf8'))
const style = sheets.join('')
const palette = readPalette(style)
const rulesOf = (look: object, accent: string | null = null) =>
  lookStyle({ accent, look: { ...builtInLook, ...look } }, palette)

describe('the rules of a look', () => {
  test('are none for the built-in one', () => {
    expect(lookStyle({ accent: null }, palette)).toBe('')
    expect(rulesOf({})).toBe('')
    expect(styleWithLook(style, { accent: null }, palette)).toBe(style)
  })

  test('have the colours of the style sheets in both schemes, which are those that accents are fitted to', () => {
    for (const scheme of ['light', 'dark'] as const)
      for (const [name, token] of [
        ['paper', 'paper'],
        ['paper-raised', 'raised'],
        ['paper-sunken', 'sunken'],
        ['ink', 'ink'],
      ] as const) {
        const text = new RegExp(`--${name}:\\s*([^;]+)`).exec(palette[scheme])?.[1] ?? ''
        expect(converter('oklch')(parse(text))).toEqual(papers[scheme][token])
      }
    const names = (declarations: string) => declarations.match(/--[\w-]+(?=:)/g)?.toSorted()
    expect(names(palette.light)).toEqual(names(palette.dark))
  })

  test('of a scheme hold whatever the device prefers, but neither in print nor with forced colours', () => {
    const dark = rulesOf({ scheme: 'dark' }, '#0057ff')
    expect(dark).toContain('@media screen and (forced-colors:none){html:root{color-scheme:dark;')
    expect(dark).not.toContain('data-scheme')
    const light = rulesOf({ scheme: 'light' })
    expect(light).toStartWith('@media (forced-colors:none){html:root{color-scheme:light;')
    expect(light).not.toContain('dark')
    expect(styleWithLook(style, { accent: null, look: { ...builtInLook, scheme: 'light' } }, palette)).not.toContain(
      'prefers-color-scheme',
    )
  })

  test('give way to what the visitor has chosen', () => {
    const system = rulesOf({ switch: true })
    expect(system).toContain('html[data-scheme=light]:root{color-scheme:light;')
    expect(system).toContain('html[data-scheme=dark]:root{color-scheme:dark;')
    expect(rulesOf({ scheme: 'dark', switch: true })).toContain('html:not([data-scheme=light]):root{color-scheme:dark;')
    expect(switchScript({ ...builtInLook, scheme: 'dark' })).not.toContain('matchMedia')
  })

  test('replace the faces of the built-in typeface', () => {
    const looks = { accent: null, look: { ...builtInLook, type: 'newsreader' as const } }
    const all = styleWithLook(style, looks, palette)
    expect(all).toContain('url(/fonts/newsreader.woff2)')
    expect(all).not.toMatch(/@font-face\s*\{\s*font-family:\s*['"]?Archivo/)
  })

  test('show the dark logo in the dark scheme only', () => {
    const logo = (look: object) =>
      lookStyle({ accent: null, look: { ...builtInLook, ...look }, darkLogo: '/media/a/b.webp' }, palette)
    expect(logo({})).toBe('@media screen and (prefers-color-scheme:dark){html .logo{content:url(/media/a/b.webp)}}')
    expect(logo({ scheme: 'light' })).not.toContain('.logo')
    expect(logo({ scheme: 'dark' })).toContain('@media screen{html .logo{content')
    expect(logo({ switch: true })).toContain('html[data-scheme=dark] .logo{content')
  })
})

describe('the URL of a look', () => {
  test('contains all of it', () => {
    for (const type of typeNames)
      for (const [corners, width, scheme] of cornerNames.flatMap((one, at) => [
        [one, widthNames[at % 2]!, schemeNames[at]!] as const,
      ])) {
        const look = { type, corners, width, scheme, drawings: false, switch: true }
        const looks = { accent: '#0057ff', look, darkLogo: '/media/1a2b/whole-360.webp' }
        expect(lookAt(lookAddress(looks) ?? '')).toEqual(looks)
      }
    expect(lookAddress({ accent: null, look: builtInLook })).toBeUndefined()
    expect(lookAddress({ accent: '#0057ff', look: builtInLook })).toBe('/assets/accent-0057ff.css')
  })

  test('is none with other content', () => {
    const at = (content: object) =>
      lookAt(`/assets/look-${Buffer.from(JSON.stringify(content)).toString('base64url')}.css`)
    expect(at({ accent: null })).toEqual({ accent: null })
    for (const content of [
      {},
      { accent: 'red' },
      { accent: null, look: { ...builtInLook, type: 'comic' } },
      { accent: null, darkLogo: '/media/a)}body{}' },
      { accent: null, darkLogo: '//elsewhere.test/a.png' },
    ])
      expect(at(content)).toBeUndefined()
    expect(lookAt('/assets/look-nonsense.css')).toBeUndefined()
  })
})
