import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { typeNames } from '#contract/site-values'
import { fittedFacesOf, fontsOf, typefaces } from './typefaces'

const fonts = resolve(import.meta.dir, '../../../public')

test('every font of every pair is served by the site, with and without letters of eastern European names', () => {
  const files = Object.values(typefaces).flatMap(({ heading, text }) => [heading.file, text.file])
  expect(new Set(files).size).toBe(10)
  for (const file of files)
    for (const path of [`/fonts/${file}.woff2`, `/fonts/${file}-ext.woff2`])
      expect([path, existsSync(fonts + path)]).toEqual([path, true])
  for (const type of typeNames) expect(fontsOf(type).every((path) => existsSync(fonts + path))).toBe(true)
})

test('the licence beside the fonts names each of them', () => {
  const licence = readFileSync(`${fonts}/fonts/OFL.txt`, 'utf8')
  for (const { heading, text } of Object.values(typefaces))
    for (const { name } of [heading, text]) expect(licence).toContain(`The ${name.replace(' Tight', '')} Project`)
})

test('fallbacks have the height of the font, whatever their own size', () => {
  for (const pair of Object.values(typefaces)) {
    const faces = fittedFacesOf(pair).split('@font-face').slice(1)
    const fallbacks = faces.filter((face) => face.includes('local('))
    expect(fallbacks).toHaveLength(6)
    for (const face of fallbacks) {
      const share = (name: string) => Number(new RegExp(`${name}:([\\d.]+)%`).exec(face)?.[1]) / 100
      const { ascent, descent } = share('font-stretch') === 1.12 ? pair.heading : pair.text
      expect(share('size-adjust') * share('ascent-override')).toBeCloseTo(ascent, 3)
      expect(share('size-adjust') * share('descent-override')).toBeCloseTo(descent, 3)
    }
  }
})
