import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { defaultLanguage } from '#i18n/language'
import { copyProject, typeCheck } from '#test/project-copy'

/**
 * Adds a language, German, to a copy of the project: its catalogs (the English ones with a mark), one line in the list
 * of languages, and the generated migration. No other file changes.
 */
const { at, run, remove } = copyProject('further-language')
const read = (path: string) => readFileSync(at(path), 'utf8')
const migrations = () => readdirSync(at('drizzle')).filter((name) => name.endsWith('.sql'))
let before: string[]

beforeAll(async () => {
  const languages = 'src/i18n/locales.ts'
  writeFileSync(at(languages), read(languages).replace("  es: 'Español',\n", "$&  de: 'Deutsch',\n"))
  expect(read(languages)).toContain("de: 'Deutsch'")
  mkdirSync(at('locales/de'))
  for (const area of ['site', 'inner', 'admin', 'server']) {
    const texts = JSON.parse(read(`locales/${defaultLanguage}/${area}.json`)) as Record<string, string>
    const marked = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, `DE ${text}`]))
    writeFileSync(at(`locales/de/${area}.json`), JSON.stringify(marked))
  }
  before = migrations()
  await run('bun', 'run', 'db:generate', '--name', 'german')
}, 120_000)
afterAll(remove)

test('the migration for a further language adds indexes, and nothing else', () => {
  const [added = '', ...more] = migrations().filter((name) => !before.includes(name))
  expect(more).toEqual([])
  const statements = read(`drizzle/${added}`).split('--> statement-breakpoint\n')
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) expect(statement).toMatch(/^CREATE (UNIQUE )?INDEX "\w+_german_\w+"/)
})

test('the project with a further language passes the type check, tests included', () => run(...typeCheck), 240_000)

test('the project with a further language has complete catalogs of it', async () => {
  expect(await run('bun', 'test', '-t', 'the de ', 'src/i18n/catalogs.test.ts')).toContain(' 0 fail')
}, 120_000)

test('the project with a further language supports everything that the others do', async () => {
  const report = await run('bun', 'test', '--timeout', '60000', '-t', 'the site in German', 'src/app/languages.test.ts')
  expect(report).toContain(' 0 fail')
  expect(Number(/(\d+) pass/.exec(report)?.[1])).toBeGreaterThan(5)
}, 240_000)

test('the project with a further language builds, with its own texts for browsers', async () => {
  await run('bun', 'src/build.ts')
  const texts = readdirSync(at('dist'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  expect(texts.filter((name) => read(`dist/${name}`).includes('DE Join the Waitlist')).length).toBeGreaterThan(0)
}, 240_000)

test('the code compares languages with the default one, and names none', () => {
  const named = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync({ cwd: at('.') })]
    .filter((path) => !/\.test\.tsx?$|\.browser\.tsx?$|^src\/test\/|^src\/i18n\//.test(path))
    .filter((path) => /[!=]== '(?:en|es)'|'\{(?:en|es),/.test(read(path)))
  expect(named).toEqual([])
})
