import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isText } from '#records/kind/fields'
import { declaredValues } from '#records/kind/nested'
import { sanitizeHtml } from '#text/sanitize'
import { customPageKind } from '../contract'
import { patterns } from './patterns'

describe.each(Object.entries(patterns))('the pattern %s', (_, { page }) => {
  const { blocks } = customPageKind.fields
  const english = declaredValues({ blocks }, { blocks: page.blocks })

  test('can be published as it is, and the sanitizer removes nothing of it', () => {
    const parsed = customPageKind.input.safeParse(page)
    expect(parsed.error?.issues ?? []).toEqual([])
    expect(parsed.data).toMatchObject(page)
    for (const { field, value } of english)
      if (field.type === 'html') expect(String(value)).toBe(sanitizeHtml(String(value)))
  })

  test('has all of its texts in Spanish too, except numbers', () => {
    const spanish = new Map(
      declaredValues({ blocks }, page.translations.es, { blocks: page.blocks }).map(({ path, value }) => [path, value]),
    )
    const missing = english
      .filter(({ field, value }) => isText(field) && /\p{L}/u.test(String(value)))
      .filter(({ path }) => !spanish.get(path))
    expect(english.length).toBeGreaterThan(10)
    expect(missing.map(({ path }) => path)).toEqual([])
  })

  test('shows no picture and names nothing of the sample company', () => {
    expect(JSON.stringify(page)).not.toMatch(/\/images\/(?!placeholder)|industria|valencia/i)
  })

  test('shows pictures that every site has', () => {
    const sources = english.filter(({ field }) => field.type === 'picture').map(({ value }) => String(value))
    expect(sources.filter((src) => !existsSync(resolve(import.meta.dir, `../../../../public${src}`)))).toEqual([])
  })
})
