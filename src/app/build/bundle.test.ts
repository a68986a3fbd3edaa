import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Bundle, bundle } from './bundle'

const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
let made: Bundle
beforeAll(async () => {
  made = await bundle(folder, { production: true })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (address: string) => readFileSync(join(folder, basename(address)))
const brotli = (names: string[]) => names.reduce((sum, name) => sum + brotliCompressSync(read(name)).length, 0)

/** The source files that a public page loads: immediately, with its language, or later by itself. */
function publicSources(): string[] {
  const { outputs } = made.metafile
  const adminOnly = new Set(
    [...made.admin.modules].filter((module) => !made.site.modules.includes(module)).map((module) => basename(module)),
  )
  return Object.entries(outputs)
    .filter(
      ([path, { entryPoint = '' }]) => !adminOnly.has(basename(path)) && !/locales\/\w+\/admin\.json$/.test(entryPoint),
    )
    .filter(([path]) => reachable().has(basename(path)))
    .flatMap(([, { inputs }]) => Object.keys(inputs))
}

/** The source files that the home page loads. */
const homeSources = () =>
  Object.entries(made.metafile.outputs)
    .filter(([path]) => made.groups['home page JavaScript']?.includes(basename(path)))
    .flatMap(([, { inputs }]) => Object.keys(inputs))

/** Chunks reachable from the entry without passing through the admin's. */
function reachable(): Set<string> {
  const outputs = Object.entries(made.metafile.outputs)
  const seen = new Set([basename(made.site.entry)])
  for (const name of seen) {
    const output = outputs.find(([path]) => basename(path) === name)?.[1]
    for (const { path } of output?.imports ?? []) {
      const target = outputs.find(([candidate]) => basename(candidate) === basename(path))?.[1]
      if (!target?.entryPoint?.endsWith('src/admin/shell/admin-app.tsx')) seen.add(basename(path))
    }
  }
  return seen
}

describe('the assets of a public page', () => {
  test('stay within their budget', () => {
    expect(brotli(made.groups['home page JavaScript'] ?? [])).toBeLessThanOrEqual(98_700)
    expect(brotli(made.groups['home page CSS'] ?? [])).toBeLessThan(15 * 1024)
  })

  test('contain no advice to developers', () => {
    for (const name of made.groups['home page JavaScript'] ?? [])
      expect(read(name).toString()).not.toMatch(/without setting a locale|Uncompiled message/)
  })

  test('inline no more styles than before', () => {
    const { style, sheets } = made.site
    const sizeOf = (...addresses: string[]) =>
      brotliCompressSync(Buffer.concat(addresses.map((address) => read(address)))).length
    expect(sizeOf(style, sheets.home)).toBeLessThanOrEqual(6140)
    expect(sizeOf(style, sheets.inner, sheets.lists)).toBeLessThanOrEqual(6810)
    expect(sizeOf(style, sheets.inner, sheets.article)).toBeLessThanOrEqual(7350)
    expect(sizeOf(style, sheets.inner, sheets.article, sheets.project)).toBeLessThanOrEqual(7850)
    expect(sizeOf(style, sheets.inner, sheets.about)).toBeLessThanOrEqual(6810)
    expect(sizeOf(style, sheets.inner, sheets.search)).toBeLessThanOrEqual(6810)
    expect(sizeOf(style, sheets.inner, sheets.legal)).toBeLessThanOrEqual(6480)
    expect(sizeOf(style, sheets.inner, sheets.blocks)).toBeLessThanOrEqual(7920)
  })

  test('contain nothing of the admin, no validator, no message parser and no server file', () => {
    const sources = publicSources()
    expect(sources.some((source) => source.endsWith('src/site/home/home.tsx'))).toBe(true)
    expect(homeSources().some((source) => source.endsWith('src/site/home/hero-drawing.tsx'))).toBe(true)
    expect(homeSources().some((source) => source.endsWith('src/site/home/hero-lines.tsx'))).toBe(false)
    const unwanted =
      /src\/admin\/|src\/auth\/|src\/(ui\/controls\/(?!states\/spinner)|editing\/|i18n\/(addresses\/admin-paths|dates))|\/editor-queries|node_modules\/(zod|react-aria|@tiptap|elysia|drizzle|@lingui\/message-utils|parse5|entities)|\/(store|api|table|config)\.ts$/
    expect(sources.filter((source) => unwanted.test(source))).toEqual([])
  })

  test('name each module after those that it imports, so that each can be run by itself', () => {
    const order = [...made.site.modules, made.site.entry].map((module) => basename(module))
    for (const [place, name] of order.slice(0, -1).entries()) {
      const output = Object.entries(made.metafile.outputs).find(([path]) => basename(path) === name)?.[1]
      const needed =
        output?.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path)) ?? []
      expect(
        needed.filter((need) => need !== order.at(-1) && order.indexOf(need) > place),
        name,
      ).toEqual([])
    }
  })

  test("contain the texts of one language at a time, and none of the server's", () => {
    const names = Object.values(made.metafile.outputs)
      .map(({ entryPoint = '' }) => /locales\/(\w+\/\w+)\.json$/.exec(entryPoint)?.[1])
      .filter(Boolean)
    expect(names.toSorted()).toEqual(['en/admin', 'en/inner', 'en/site', 'es/admin', 'es/inner', 'es/site'])
    const entry = read(made.site.entry).toString()
    expect(entry).not.toContain('Join the Waitlist')
    expect(read(made.site.catalogs.en[0] ?? '').toString()).toContain('Join the Waitlist')
  })
})

test('each area has its own styles', () => {
  expect(made.site.style).toMatch(/^\/assets\/styles-\w+\.css$/)
  expect(made.site.sheets.home).toMatch(/^\/assets\/home-\w+\.css$/)
  expect(made.site.sheets.article).toMatch(/^\/assets\/article-\w+\.css$/)
  expect(made.site.sheets.project).toMatch(/^\/assets\/project-\w+\.css$/)
  expect(made.site.sheets.inner).toMatch(/^\/assets\/inner-\w+\.css$/)
  expect(made.site.sheets.blocks).toMatch(/^\/assets\/blocks-\w+\.css$/)
  expect(made.site.sheets.lists).toMatch(/^\/assets\/lists-\w+\.css$/)
  expect(made.site.later).toMatch(/^\/assets\/later-\w+\.css$/)
  expect(made.admin.style).toMatch(/^\/assets\/admin-\w+\.css$/)
})
