import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize, relative, resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')
const floors = [
  'text',
  'i18n',
  'contract',
  'client',
  'ui platform',
  'editing',
  'auth',
  'records',
  'features',
  'site admin',
  'app',
  'entry',
] as const
const serverOnly =
  /(^|\/)(table|store|api|feature|identify|admin-only|config|fill)\.tsx?$|^src\/(platform\/db|records\/store)\//

/** Sheets of the public site that still contain styles of features' components; remove those that no longer do. */
const looseSheets: readonly string[] = []

type Import = { from: string; to: string; typeOnly: boolean }

const files = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync({ cwd: root })].filter((path) => !isTest(path)).toSorted()
const imports = files.flatMap(readImports)
const sheets = [...new Bun.Glob('src/**/*.css').scanSync({ cwd: root })].toSorted()
const sheetImports = sheets.flatMap(readSheetImports)
const definitions = readDefinitions()

describe('the layers', () => {
  test('are checked on existing files and imports', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(imports.length).toBeGreaterThan(100)
  })

  test('import lower layers only', () => {
    const upward = imports.filter(({ from, to }) => floorOf(from) < floorOf(to))
    expect(upward.map(name)).toEqual([])
  })

  test('site and admin do not import each other', () => {
    const across = imports.filter(
      ({ from, to }) =>
        (inFolder(from, 'site') && inFolder(to, 'admin')) || (inFolder(from, 'admin') && inFolder(to, 'site')),
    )
    expect(across.map(name)).toEqual([])
  })

  test('features do not import each other', () => {
    const across = imports.filter(
      ({ from, to }) =>
        featureOf(from) !== undefined && featureOf(to) !== undefined && featureOf(from) !== featureOf(to),
    )
    expect(across.map(name)).toEqual([])
  })

  test('the app imports features through their list, their shapes and their addresses alone', () => {
    const listed = imports.filter(({ from, to }) => from === 'src/app/features.ts' && featureOf(to) !== undefined)
    expect(listed.every(({ to }) => to.endsWith('/feature.ts'))).toBe(true)
    const folders = [...new Set(files.map(featureOf))].filter((feature) => feature !== undefined)
    expect(listed.map(({ to }) => featureOf(to)).toSorted()).toEqual(folders.toSorted())
    // The first screens and the samples read and write the content of all features.
    const composing = /^src\/app\/(?:features\.ts|samples\/|setup\/)/
    const past = imports.filter(
      ({ from, to }) =>
        inFolder(from, 'app') &&
        !composing.test(from) &&
        featureOf(to) !== undefined &&
        !/\/(?:contract|feature|paths|queries)\.ts$/.test(to),
    )
    expect(past.map(name)).toEqual([])
  })

  test('inside a feature, tables import only contracts, and stores do not import the api', () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        (from.endsWith('/table.ts') && /features\/.*\/(store|api|queries)\.ts$/.test(to)) ||
        (from.endsWith('/table.ts') && to.endsWith('/contract.ts') && !typeOnly) ||
        (from.endsWith('/store.ts') && /features\/.*\/(api|queries)\.ts$/.test(to)),
    )
    expect(wrong.map(name)).toEqual([])
  })

  test('components and the platform do not import each other, nor do its database and its http', () => {
    const wrong = [
      ['ui', 'platform'],
      ['platform', 'ui'],
      ['platform/db', 'platform/http'],
      ['platform/http', 'platform/db'],
    ].flatMap(([from = '', to = '']) => imports.filter((one) => inFolder(one.from, from) && inFolder(one.to, to)))
    expect(wrong.map(name)).toEqual([])
  })

  test('have no import cycles, type imports included', () => {
    expect(findCircle()).toEqual([])
  })
})

describe('sizes', () => {
  // The linter limits the size of files and functions; exceptions are in its configuration, and may only be removed.
  test('the linter makes no exception for a file or a function that is within the limit', () => {
    const { rules, overrides } = readLinterConfig()
    for (const rule of ['max-lines', 'max-lines-per-function']) {
      const excepted = overrides.flatMap((one) => (one.rules[rule] === 'off' ? one.files : []))
      const sources = excepted.filter((path) => !path.includes('*'))
      expect([rule, tooLarge(rule, rules[rule], sources)]).toEqual([rule, sources.toSorted()])
    }
  })
})

describe('addresses', () => {
  const places = /(^|\/)(admin-)?paths\.ts$|^src\/starter\//
  // Paths of the API have the same prefixes.
  const page =
    /(?<!\b(?:api|prefix): )["'`](?:\$\{[^}]*\})?\/(?:blog|projects|about|contact|legal|admin)(?:\/[^"'`]*)?["'`]/
  const given =
    /(?:\b(?:href|action|to|path|canonical)(?:=\{?|: ?)|\b(?:href|navigate|redirect|assign|useMatch)\((?:[^()'"`]*, )?)["'`]\/(?:[#?][^"'`]*)?["'`]/

  test('are written in the files of paths alone: everything else calls href for them', () => {
    const spelt = files
      .filter((path) => !places.test(path))
      .flatMap((path) =>
        readFileSync(resolve(root, path), 'utf8')
          .split('\n')
          .filter((line) => page.test(line) || given.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(spelt).toEqual([])
  })

  test('elsewhere would be found', () => {
    for (const line of [
      '<Link href="/blog/">',
      'href={`/projects/${slug}/`}',
      "navigate('/admin/')",
      "path: '/legal'",
      '`${origin}/contact/#message`',
    ])
      expect([line, page.test(line)]).toEqual([line, true])
    for (const line of [
      '<a href="/">',
      'action="/#waitlist"',
      "redirect(visit, 303, '/')",
      "back={{ href: '/', text }}",
    ])
      expect([line, given.test(line)]).toEqual([line, true])
    for (const line of [
      "import '#admin/blog'",
      "['/api/blog', slug]",
      'href="/favicon.svg"',
      "from './admin/x'",
      "path.endsWith('/')",
    ])
      expect([line, page.test(line) || given.test(line)]).toEqual([line, false])
  })
})

describe('style sheets', () => {
  test('are checked on existing sheets, rules and classes', () => {
    expect(sheets.length).toBeGreaterThan(10)
    expect(sheetImports.length).toBeGreaterThan(20)
    expect(definitions.size).toBeGreaterThan(100)
    expect(usedClasses('src/ui/controls/dialogs/rescue-focus.tsx')).toEqual([])
    expect(usedClasses('src/ui/controls/buttons/button.tsx')).toContain('kit-button')
  })

  test('import lower layers only, and not from a sibling area or feature', () => {
    const wrong = sheetImports.filter(
      ({ from, to }) => floorOf(from) < floorOf(to) || (floorOf(from) === floorOf(to) && areaOf(from) !== areaOf(to)),
    )
    expect(wrong.map(name)).toEqual([])
  })

  test('define a class in the layer that uses it, or in one below', () => {
    const wrong = files
      .filter((path) => path.endsWith('.tsx'))
      .flatMap((path) =>
        usedClasses(path).flatMap((used) => {
          const homes = [...(definitions.get(used) ?? [])].filter((sheet) => !isLoose(sheet))
          const isAbove = homes.length > 0 && homes.every((sheet) => floorOf(sheet) > floorOf(path))
          const isBeside =
            homes.length > 0 &&
            featureOf(path) !== undefined &&
            homes.every((sheet) => featureOf(sheet) !== undefined && featureOf(sheet) !== featureOf(path))
          return isAbove || isBeside ? [`${path}: .${used} in ${homes.join(', ')}`] : []
        }),
      )
    expect(wrong).toEqual([])
  })
})

describe('the browser bundle', () => {
  test('contains no server file', () => {
    const reached = reachableFrom('src/start.ts')
    expect(reached.has('src/browser.tsx')).toBe(true)
    expect([...reached].filter((path) => serverOnly.test(path))).toEqual([])
  })

  test('needs no infinite queries, whose code it leaves out', () => {
    const using = files.filter((path) => /\buse(Suspense)?InfiniteQuer/.test(readFileSync(resolve(root, path), 'utf8')))
    expect(using).toEqual([])
  })

  test('contains results of macros instead of the macros, which stay files of their own', () => {
    const sources = files.map((path) => readFileSync(resolve(root, path), 'utf8'))
    const macros = files.filter((_, index) => /^ \* .*A macro: |^\/\*\* .*A macro: /m.test(sources[index]!))
    const importing = files.flatMap((from, index) =>
      [...sources[index]!.matchAll(/from '([^']+)' with \{ type: 'macro' \}/g)].map((match) =>
        resolveImport(from, match[1]!),
      ),
    )
    expect(macros.length).toBeGreaterThan(0)
    expect(importing.toSorted()).toEqual(macros)
  })
})

function isTest(path: string): boolean {
  return /\.(test|browser|drill)\.tsx?$/.test(path) || path.startsWith('src/test/')
}

type LinterConfig = { rules: Record<string, unknown>; overrides: { files: string[]; rules: Record<string, string> }[] }

function readLinterConfig(): LinterConfig {
  return JSON.parse(readFileSync(resolve(root, '.oxlintrc.json'), 'utf8')) as LinterConfig
}

/** The files that violate the rule. */
function tooLarge(rule: string, setting: unknown, paths: readonly string[]): string[] {
  if (paths.length === 0) return []
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  const config = join(folder, 'rule.json')
  writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules: { [rule]: setting } }))
  const { stdout } = Bun.spawnSync(['bunx', 'oxlint', '-c', config, '-f', 'json', ...paths], { cwd: root })
  rmSync(folder, { recursive: true, force: true })
  const { diagnostics } = JSON.parse(stdout.toString()) as { diagnostics: { filename: string }[] }
  return [...new Set(diagnostics.map(({ filename }) => filename))].toSorted()
}

function readImports(from: string): Import[] {
  const source = readFileSync(resolve(root, from), 'utf8')
  const found = source.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"\n;]*?(?:\{[^}]*\}[^'"\n]*)?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g,
  )
  return [...found].flatMap((match) => {
    const to = resolveImport(from, match[2] ?? match[3] ?? match[4] ?? '')
    return to === undefined ? [] : [{ from, to, typeOnly: match[1] !== undefined }]
  })
}

function resolveImport(from: string, specifier: string): string | undefined {
  const alias = /^#(\w+)\/(.*)$/.exec(specifier)
  const path = alias
    ? `src/${alias[1]}/${alias[2]}`
    : specifier.startsWith('.')
      ? normalize(`${dirname(from)}/${specifier}`)
      : undefined
  if (path === undefined) return undefined
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) =>
    files.includes(relative(root, resolve(root, candidate))),
  )
}

function readSheetImports(from: string): Omit<Import, 'typeOnly'>[] {
  return [...readSheet(from).matchAll(/@import '([^']+)'/g)].map(([, to = '']) => ({
    from,
    to: normalize(`${dirname(from)}/${to}`),
  }))
}

/**
 * The sheets that define each class: those with a top-level rule whose selector begins with it. A class further inside
 * a selector is only adapted there.
 */
function readDefinitions(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const sheet of sheets) {
    for (const selector of outermostSelectors(readSheet(sheet))) {
      const defined = /^\.([\w-]+)/.exec(selector)?.[1]
      if (defined) found.set(defined, (found.get(defined) ?? new Set()).add(sheet))
    }
  }
  return found
}

/** The selectors of top-level rules, including those in `@media` and the like. */
function outermostSelectors(css: string): string[] {
  const open: string[] = []
  const selectors: string[] = []
  for (const [, before = '', brace] of css.matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '{') {
      if (open.every((prelude) => prelude.startsWith('@')))
        selectors.push(...before.split(',').map((selector) => selector.trim()))
      open.push(before.trim())
    } else if (brace === '}') open.pop()
  }
  return selectors
}

function readSheet(path: string): string {
  return readFileSync(resolve(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
}

/** The class names used in a component. */
function usedClasses(path: string): string[] {
  const source = readFileSync(resolve(root, path), 'utf8')
  const written = [...source.matchAll(/className(?:="([^"]*)"|=\{([^}]*)\}|: '([^']*)')/g)].map(
    ([, text, expression, value]) =>
      text ?? value ?? [...(expression ?? '').matchAll(/['"`]([^'"`]*)['"`]/g)].map((part) => part[1]).join(' '),
  )
  return [...new Set(written.flatMap((text) => text.split(/\s+/)).filter(Boolean))]
}

function isLoose(sheet: string): boolean {
  return looseSheets.some((folder) => sheet.startsWith(folder))
}

function areaOf(path: string): string | undefined {
  return featureOf(path) ?? path.split('/')[1]
}

function floorOf(path: string): number {
  const folder = path.split('/').length > 2 ? path.split('/')[1]! : 'entry'
  return floors.findIndex((floor) => floor.split(' ').includes(folder))
}

function inFolder(path: string, folder: string): boolean {
  return path.startsWith(`src/${folder}/`)
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1]
}

function name({ from, to }: Omit<Import, 'typeOnly'>): string {
  return `${from} → ${to}`
}

function findCircle(): string[] {
  const done = new Set<string>()
  function visit(path: string, trail: string[]): string[] {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return []
    for (const next of imports.filter(({ from }) => from === path)) {
      const circle = visit(next.to, [...trail, path])
      if (circle.length > 0) return circle
    }
    done.add(path)
    return []
  }
  return files.map((path) => visit(path, [])).find((circle) => circle.length > 0) ?? []
}

function reachableFrom(start: string): Set<string> {
  const reached = new Set([start])
  for (const path of reached) {
    for (const { to, typeOnly } of imports.filter(({ from }) => from === path)) if (!typeOnly) reached.add(to)
  }
  return reached
}
