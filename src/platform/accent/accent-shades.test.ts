import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { converter, formatCss, formatHex, parseHex } from 'culori'
import { assert, integer, property } from 'fast-check'
import { accentShades, lookNames, type Papers, papers } from './accent-shades'

const toOklch = converter('oklch')
const source = (path: string) => readFileSync(resolve(import.meta.dir, '../..', path), 'utf8')

/** The WCAG formula of relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const papersOf = ({ paper, raised, sunken }: Papers) => [paper, raised, sunken].map((one) => formatHex(one))
const leastOn = (shade: string, on: Papers) => Math.min(...papersOf(on).map((paper) => contrast(shade, paper)))

/** A translucent colour over another, as browsers blend it. */
const over = (top: string, alpha: number, below: string) =>
  `#${[1, 3, 5]
    .map((at) => [top, below].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number])
    .map(([a, b]) => Math.round(a * alpha + b * (1 - alpha)))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`

/** Insufficient contrasts, as messages. */
function faultsOf(accent: string): string[] {
  return lookNames.flatMap((look) => {
    const on = papers[look]
    const { signal, fill, ink, text } = accentShades(accent)[look]
    const marked = over(signal, 0.26, formatHex(on.paper))
    const told: [string, number, number][] = [
      ['text', leastOn(text, on), 4.5],
      ['signal', leastOn(signal, on), 3],
      ['ink', contrast(ink, fill), 4.5],
      ['marked words', contrast(formatHex(on.ink), marked), 4.5],
    ]
    return told.flatMap(([what, is, least]) => (is >= least ? [] : [`${accent} ${look} ${what}: ${is.toFixed(2)}`]))
  })
}

const hex = integer({ min: 0, max: 0xffffff }).map((all) => `#${all.toString(16).padStart(6, '0')}`)
const byEights = Array.from({ length: 9 }, (_, step) =>
  Math.min(step * 32, 255)
    .toString(16)
    .padStart(2, '0'),
)
const swept = byEights.flatMap((red) => byEights.flatMap((green) => byEights.map((blue) => `#${red}${green}${blue}`)))

describe('shades of the accent colour', () => {
  test('have enough contrast in every look, whatever the colour', () => {
    expect(swept.length).toBe(729)
    expect([...swept, '#808080', '#d73304'].flatMap(faultsOf)).toEqual([])
    assert(property(hex, (accent) => expect(faultsOf(accent)).toEqual([])))
  })

  test('are the colour itself where its contrast suffices, and keep its hue', () => {
    const accent = '#0057ff'
    const { light, dark } = accentShades(accent)
    expect(light).toEqual({ signal: accent, fill: accent, ink: '#ffffff', text: accent })
    expect([dark.fill, dark.ink]).toEqual([accent, '#ffffff'])
    expect(dark.text).not.toBe(accent)
    for (const shade of swept.filter((one) => (toOklch(parseHex(one)!).c ?? 0) > 0.1)) {
      const { h = 0 } = toOklch(parseHex(shade)!)
      for (const look of lookNames)
        for (const made of [accentShades(shade)[look].text, accentShades(shade)[look].fill]) {
          const { h: kept = 0 } = toOklch(parseHex(made)!)
          const turned = Math.abs(((kept - h + 540) % 360) - 180)
          expect([shade, look, made, turned < 12]).toEqual([shade, look, made, true])
        }
    }
  })

  test('yellow stays yellow on surfaces in light mode, with a visible border, and is darker as text', () => {
    const { light, dark } = accentShades('#ffff00')
    expect(light).toEqual({ signal: '#908f00', fill: '#ffff00', ink: '#07162a', text: '#727100' })
    expect(dark).toEqual({ signal: '#ffff00', fill: '#ffff00', ink: '#07162a', text: '#ffff00' })
  })

  test('black becomes white in dark mode and white becomes black in light mode: neither disappears', () => {
    for (const accent of ['#000000', '#ffffff']) {
      const { light, dark, blueprint } = accentShades(accent)
      expect([light.fill, dark.fill, blueprint.fill]).toEqual(['#000000', '#ffffff', '#ffffff'])
    }
  })
})

test('the background colours equal those of the style sheets', () => {
  const tokens = source('ui/tokens.css')
  const [light = '', dark = ''] = tokens.split('@media screen and (prefers-color-scheme: dark)')
  const blueprint = source('ui/blueprint.css').split('@media (forced-colors: none)')[1] ?? ''
  for (const [look, sheet] of Object.entries({ light, dark, blueprint }))
    for (const [name, token] of Object.entries({ paper: '', raised: '-raised', sunken: '-sunken' })) {
      const told = new RegExp(`--paper${token}: (oklch\\([^)]*\\))`).exec(sheet)?.[1]
      expect([look, name, told]).toEqual([look, name, formatCss(papers[look as 'light'][name as 'paper'])])
    }
  expect(light).toContain(`--ink: ${formatCss(papers.light.ink)};`)
  expect(dark).toContain(`--ink: ${formatCss(papers.dark.ink)};`)
  expect(blueprint).toContain(`--ink: ${formatCss(papers.blueprint.ink)};`)
})

test('the focus ring, which no accent changes, is visible on every background', () => {
  const focus = { light: [0.5, 0.16, 255], dark: [0.82, 0.1, 235], blueprint: [0.88, 0.08, 235] } as const
  for (const look of lookNames) {
    const [l, c, h] = focus[look]
    expect(leastOn(formatHex({ mode: 'oklch', l, c, h }), papers[look])).toBeGreaterThan(3)
    expect(source(look === 'blueprint' ? 'ui/blueprint.css' : 'ui/tokens.css')).toContain(
      `--focus: oklch(${l} ${c} ${h});`,
    )
  }
})
