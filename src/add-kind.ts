import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { customPageKind } from '#features/custom-pages/contract'
import { defaultLanguage, languages } from '#i18n/language'
import { languageName } from '#i18n/language-names'
import { messageOf } from '#platform/start-error'

/**
 * `bun run add:kind NAME [PLURAL]`: adds a kind of records, from the templates in `tools/kind`: its folder, its screens
 * and routes, its texts in every language, and the migration for its table. `--es oferta,ofertas` says it in a language.
 */
const root = join(import.meta.dir, '..')
const templates = join(root, 'tools/kind')
const usage =
  'Usage: bun run add:kind NAME [PLURAL] [--type SCHEMA_TYPE] ' +
  languages.map((language) => `[--${language} SINGULAR,PLURAL]`).join(' ')

type Noun = { one: string; many: string }
type Named = { one: string; many: string; schemaType: string; nouns: Record<string, Noun> }

const written: string[] = []
const changed: string[] = []

const named = readArguments()
checkFree(named)
writeFiles(named)
addToLists(named)
for (const language of languages) addTexts(language, named)
await run('bunx', 'prettier', '--write', '--log-level', 'warn', ...[...written, ...changed].filter(isSource))
await run('bun', 'run', 'db:generate', '--name', snake(named.many))
report(named)

function readArguments(): Named {
  const options = Object.fromEntries(['type', ...languages].map((name) => [name, { type: 'string' as const }]))
  try {
    const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
    const [name = '', plural, ...more] = positionals
    const one = plural === undefined ? (singularOf(name) ?? name) : name
    const many = plural ?? pluralOf(one)
    if (one === '' || more.length > 0) fail(usage)
    for (const part of [one, many])
      if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(part) || !isIdentifier(camel(part)))
        fail(`“${part}” is no name: use lower-case letters, digits and single hyphens, as in case-study.`)
    if (one === many) fail(`“${many}” is both the singular and the plural: name another plural.`)
    const schemaType = values.type ?? 'CreativeWork'
    if (!/^[A-Z][A-Za-z]+$/.test(schemaType)) fail(`“${schemaType}” is no type of schema.org, such as JobPosting.`)
    const english = { one: one.replaceAll('-', ' '), many: many.replaceAll('-', ' ') }
    const nouns = Object.fromEntries(
      languages.map((language) => [language, nounIn(values[language]) ?? nounIn(values[defaultLanguage]) ?? english]),
    )
    return { one, many, schemaType, nouns }
  } catch (error) {
    return fail(`${messageOf(error)}\n${usage}`)
  }
}

/** “oferta,ofertas”. */
function nounIn(given: string | undefined): Noun | undefined {
  if (given === undefined) return undefined
  const [one = '', many = '', ...more] = given.split(',').map((word) => word.trim())
  if (more.length > 0 || ![one, many].every((word) => /^\p{L}[\p{L}\p{M} -]*$/u.test(word)))
    fail(`“${given}” is no singular and plural, such as “job,jobs”.`)
  return { one, many }
}

function checkFree({ one, many }: Named): void {
  const catalogs = readdirSync(join(root, 'locales', defaultLanguage)).map((name) =>
    Object.keys(readJson(`locales/${defaultLanguage}/${name}`)),
  )
  const groups = new Set(catalogs.flat().map((id) => id.split('.')[0]))
  const isOfKind = catalogs.flat().includes(`activity.of.${one}`)
  const taken = [one, many].find((name) => groups.has(name) || customPageKind.reservedSlugs.includes(name))
  if (isOfKind || taken !== undefined || existsSync(join(root, `src/features/${many}`)))
    fail(`“${taken ?? (isOfKind ? one : many)}” is taken: a kind, a feature, a path or a group of texts has this name.`)
}

function writeFiles(kind: Named): void {
  const folders = { feature: `src/features/${kind.many}`, site: `src/site/${kind.many}` }
  for (const [from, to] of Object.entries(folders))
    for (const name of readdirSync(join(templates, from)).toSorted())
      write(`${to}/${filled(name, kind).replace(/\.template$/, '')}`, read(`tools/kind/${from}/${name}`), kind)
  write(`src/admin/${kind.many}.tsx`, read('tools/kind/admin.tsx.template'), kind)
}

/** Each anchor stays where it is, for the next kind. */
function addToLists(kind: Named): void {
  change('src/features/kinds.ts', kind, {
    "import { pageName } from './page-contents/contract'\n": "import { __oneVar__Kind } from './__many__/contract'\n",
    'customPageKind] as const': '__oneVar__Kind, ',
  })
  change('src/app/features.ts', kind, {
    "import { pageContents } from '#features/page-contents/feature'\n":
      "import { __manyVar__ } from '#features/__many__/feature'\n",
    'pageContents, customPages]': '__manyVar__, ',
  })
  change('src/admin/shell/entries.ts', kind, {
    "import type { MessageId } from '#i18n/messages'\n":
      "import { __manyVar__Screen } from '#features/__many__/paths'\n",
    'const CustomPagesScreen = screenOf(':
      "const __Many__Screen = screenOf(() => import('#admin/__many__'), '__Many__Screen')\n",
    '  { path: adminPaths.content,':
      "  { path: __manyVar__Screen, label: 'adminNav.__many__', Icon: ProjectIcon, Component: __Many__Screen },\n",
  })
  change('src/site/routes.tsx', kind, {
    "import { recordHref } from '#records/translation/localize'\n":
      "import { __oneVar__Path, __manyVar__Path } from '#features/__many__/paths'\n" +
      "import { __oneVar__Query, __manyVar__PageQuery } from '#features/__many__/queries'\n",
    'const Search = inner(':
      "const __One__Detail = late(() => import('./__many__/__one__-detail').then((found) => found.__One__Detail))\n" +
      "const __One__List = late(() => import('./__many__/__one__-list').then((found) => found.__One__List))\n",
    '  {\n    path: sitePaths.about,': read('tools/kind/routes.template'),
  })
}

function addTexts(language: string, kind: Named): void {
  const own = `tools/kind/texts.${language}.json`
  const source = existsSync(join(root, own)) ? own : `tools/kind/texts.${defaultLanguage}.json`
  const noun = kind.nouns[language]!
  const values: Record<string, string> = { ...noun, One: capital(noun.one), Many: capital(noun.many) }
  for (const [area, texts] of Object.entries(readJson(source) as Record<string, Record<string, string>>)) {
    const path = `locales/${language}/${area}.json`
    const further = Object.entries(texts).map(([id, text]) => [
      filled(id, kind),
      text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
    ])
    save(path, `${JSON.stringify({ ...readJson(path), ...Object.fromEntries(further) }, null, 2)}\n`)
    changed.push(path)
  }
}

function report({ one, many, nouns }: Named): void {
  const untold = languages.filter(
    (language) => language !== defaultLanguage && nouns[language] === nouns[defaultLanguage],
  )
  const migration = readdirSync(join(root, 'drizzle')).find((name) => name.endsWith(`_${snake(many)}.sql`))
  console.log(
    [
      `Wrote ${written.length} files of the kind “${one}”:`,
      ...written.map((path) => `  ${path}`),
      `  drizzle/${migration}`,
      `Changed ${changed.length} files:`,
      ...changed.map((path) => `  ${path}`),
      'Next:',
      `  1. Declare its fields in src/features/${many}/contract.ts, with a column each in table.ts, and run bun run db:generate.`,
      `  2. Read its texts in locales/: the groups “${many}” and “${one}”.`,
      ...untold.map((language) => `     In ${languageName(language as 'en')} they contain the English noun.`),
      '  3. bun run typecheck && bun run lint && bun run test && bun start',
    ].join('\n'),
  )
}

function write(path: string, template: string, kind: Named): void {
  save(path, filled(template, kind))
  written.push(path)
}

/** Inserts texts before the anchors. */
function change(path: string, kind: Named, insertions: Record<string, string>): void {
  const text = Object.entries(insertions).reduce((whole, [anchor, further]) => {
    if (!whole.includes(anchor)) fail(`${path} has no “${anchor.trim()}” to insert before: add the kind there by hand.`)
    return whole.replace(anchor, () => filled(further, kind) + anchor)
  }, read(path))
  save(path, text)
  changed.push(path)
}

function filled(template: string, { one, many, schemaType, nouns }: Named): string {
  const noun = nouns[defaultLanguage]!
  const values: Record<string, string> = {
    one,
    many,
    oneVar: camel(one),
    manyVar: camel(many),
    One: capital(camel(one)),
    Many: capital(camel(many)),
    many_table: snake(many),
    oneNoun: noun.one,
    manyNoun: noun.many,
    ManyNoun: capital(noun.many),
    schemaType,
  }
  return template.replaceAll(/__([a-zA-Z]+(?:_table)?)__/g, (whole, name: string) => values[name] ?? whole)
}

function pluralOf(one: string): string {
  if (/[^aeiou]y$/.test(one)) return one.replace(/y$/, 'ies')
  return /(?:s|x|ch|sh)$/.test(one) ? `${one}es` : `${one}s`
}

/** The singular of a regular English plural such as “jobs”; not of “bus”, “campus”, “class”. */
function singularOf(name: string): string | undefined {
  const one = name.replace(/ies$/, 'y').replace(/(?<=ss|x|ch|sh)es$|(?<![isu])s$/, '')
  return one !== name && pluralOf(one) === name ? one : undefined
}

function isIdentifier(name: string): boolean {
  try {
    return new Bun.Transpiler().transformSync(`const ${name} = 0`).length > 0
  } catch {
    return false
  }
}

function save(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

async function run(...command: string[]): Promise<void> {
  const child = Bun.spawn(command, { cwd: root, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) fail(`${command.join(' ')}\n${out}${err}`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function readJson(path: string): object {
  return JSON.parse(read(path)) as object
}

function isSource(path: string): boolean {
  return path.startsWith('src/')
}

function camel(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function snake(name: string): string {
  return name.replaceAll('-', '_')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
