import { basename, join, resolve, dirname, relative } from 'node:path'
import { byLanguage } from '#i18n/by-language'
import { type Language, languages } from '#i18n/language'
import { withRegion } from '#i18n/with-region'
import { bySheet } from '#i18n/addresses/routing'
import { type AreaAssets, type Extra, extras, type SiteAssets } from '#app/manifest'
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { compileCatalog } from '#i18n/compile'

type Metafile = NonNullable<Awaited<ReturnType<typeof Bun.build>>['metafile']>
type Output = Metafile['outputs'][string]

const address = (file: string) => `/assets/${file}`

export type Bundle = { site: SiteAssets; admin: AreaAssets; groups: Record<string, string[]>; metafile: Metafile }

const root = resolve(import.meta.dir, '../../..')

/** Bundles the browser's entry and the style sheets into `folder`, with content hashes as names. */
export async function bundle(folder: string, { production }: { production: boolean }): Promise<Bundle> {
  const naming = { entry: '[name]-[hash].[ext]', chunk: 'chunk-[hash].[ext]', asset: '[name]-[hash].[ext]' }
  const define = { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') }
  const scripts = await Bun.build({
    entrypoints: [join(root, 'src/start.ts')],
    outdir: folder,
    target: 'browser',
    splitting: true,
    modulePreload: false,
    minify: production,
    sourcemap: production ? 'none' : 'linked',
    metafile: true,
    naming,
    define,
    plugins: [
      parsedCatalogs,
      ourLanguages,
      usedRouter,
      reactsOwnStore,
      noEndlessLists,
      ...(production ? [noAdvice] : []),
    ],
    jsx: { runtime: 'automatic', development: !production },
  })
  const styles = await Bun.build({
    entrypoints: [
      'site/styles.css',
      'site/home.css',
      'site/inner.css',
      'site/lists.css',
      'site/blog/article.css',
      'site/about.css',
      'site/search.css',
      'site/projects/project.css',
      'site/legal/legal.css',
      'site/custom-page/blocks.css',
      'site/later.css',
      ...extras.map((extra) => `site/layout/extras/${extra}.css`),
      'admin/admin.css',
    ].map((sheet) => join(root, 'src', sheet)),
    outdir: folder,
    minify: production,
    naming,
    external: ['/fonts/*', '/images/*'],
    // The browser target lowers logical properties to long lists of `:lang()` selectors, which are larger than the
    // properties and change their specificity.
    target: 'bun',
  })
  const { metafile } = scripts
  if (!metafile) throw new Error('The bundler described no outputs')
  return {
    ...describe(
      new Chunks(metafile),
      styles.outputs.map(({ path }) => basename(path)),
    ),
    metafile,
  }
}

/** Replaces the contents of matching files. */
const replace = (
  name: string,
  filter: RegExp,
  contents: (path: string) => string | Promise<string>,
): Bun.BunPlugin => ({
  name,
  setup(build) {
    build.onLoad({ filter }, async ({ path }) => ({ contents: await contents(path), loader: 'js' }))
  },
})

/** React Aria has texts in thirty-four languages, of which only the site's are bundled. */
const ourLanguages = replace(
  'our languages',
  new RegExp(
    `node_modules/react-(aria|aria-components|stately)/.*/(?!${languages.map((language) => withRegion(language)).join('|')})[a-z]{2}-[A-Z]{2}\\.m?js$`,
  ),
  () => 'export default {}',
)

/**
 * The router assigns debug names to its components, which prevents tree shaking; without them only the used ones
 * remain.
 */
const usedRouter = replace('used router', /node_modules\/react-router\/.*\.js$/, async (path) =>
  (await Bun.file(path).text())
    .replace(/^\w+\.displayName = .*;$/gm, '')
    .replace(/^(const \w+ = )(?=[\w$]+\.(createContext|forwardRef|memo)\(|new Set\(|Symbol\()/gm, '$1/* @__PURE__ */ '),
)

/** Replaces the `useSyncExternalStore` shim by React's own, which exists since React 18. */
const reactsOwnStore = replace(
  "react's own store",
  /node_modules\/use-sync-external-store\/shim\/index\.js$/,
  () => "export { useSyncExternalStore } from 'react'",
)

/** Every query includes the code for infinite queries, which are not used here. */
const noEndlessLists = replace(
  'no endless lists',
  /query-core\/build\/modern\/infiniteQueryBehavior\.js$/,
  () =>
    'const none = () => undefined; export { none as hasNextPage, none as hasPreviousPage, none as infiniteQueryBehavior }',
)

/** Its advice to developers, of whose mistakes a tested release has none. */
const noAdvice = replace('no advice', /@lingui\/core\/dist\/index\.mjs$/, async (path) =>
  (await Bun.file(path).text())
    .replace(/"Lingui: Attempted[^"]*"/, '"No locale"')
    .replace(/console\.warn\(`Uncompiled message[^`]*`\)/, 'void 0'),
)

function describe(chunks: Chunks, styles: string[]): Omit<Bundle, 'metafile'> {
  const entry = chunks.of('src/start.ts')
  const app = chunks.of('src/browser.tsx')
  const admin = chunks.of('src/admin/shell/admin-app.tsx')
  const modules = chunks.needs(entry, app)
  const adminModules = chunks.needs(entry, app, admin)
  const catalogs = (area: 'site' | 'admin') => byLanguage((language) => chunks.of(`locales/${language}/${area}.json`))
  const [siteCatalogs, adminCatalogs] = [catalogs('site'), catalogs('admin')]
  const style = (name: string) => styles.find((file) => file.startsWith(`${name}-`)) ?? ''
  const area = (name: string, needed: string[], catalogsOf: (language: Language) => string[]): AreaAssets => ({
    style: address(style(name)),
    entry: address(entry),
    modules: needed.filter((file) => file !== entry).map(address),
    catalogs: byLanguage((language) => catalogsOf(language).map(address)),
  })
  const publicScripts = [...modules, siteCatalogs.en]
  return {
    site: {
      ...area('styles', modules, (language) => [siteCatalogs[language]]),
      sheets: bySheet((sheet) => address(style(sheet))),
      extras: Object.fromEntries(extras.map((extra) => [extra, address(style(extra))])) as Record<Extra, string>,
      later: address(style('later')),
    },
    admin: area('admin', adminModules, (language) => [siteCatalogs[language], adminCatalogs[language]]),
    groups: {
      'home page JavaScript': publicScripts,
      'home page CSS': [style('styles'), style('home'), style('later')],
      'admin JavaScript': [...adminModules.filter((file) => !modules.includes(file)), adminCatalogs.en],
      'admin CSS': [style('admin')],
    },
  }
}

class Chunks {
  private outputs: [file: string, output: Output][]

  constructor(metafile: Metafile) {
    this.outputs = Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output])
  }

  /** The chunk that starts at a source file. */
  of(source: string): string {
    const found = this.outputs.find(
      ([, { entryPoint }]) => entryPoint !== undefined && resolve(entryPoint) === join(root, source),
    )
    if (!found) throw new Error(`The bundle has no chunk for ${source}`)
    return found[0]
  }

  /** These chunks and their static imports, each after its dependencies. */
  needs(...files: string[]): string[] {
    const needed = new Set<string>()
    const begun = new Set<string>()
    const add = (file: string) => {
      if (begun.has(file)) return
      begun.add(file)
      const imports = this.outputs.find(([name]) => name === file)?.[1].imports ?? []
      for (const { path, kind } of imports) if (kind === 'import-statement') add(basename(path))
      needed.add(file)
    }
    files.forEach(add)
    return [...needed]
  }
}

/**
 * Bundles the server and the commands into `folder`, which becomes dist/server: a start then reads a few files instead of
 * a thousand. Packages with assets of their own stay external. Chunks of the `last` bundle are kept for a process that
 * still runs it.
 */
export async function bundleServer({ folder, last }: { folder: string; last: string }): Promise<void> {
  const { outputs } = await Bun.build({
    entrypoints: [
      'server',
      'admin-create',
      'admin-reset',
      'backup',
      'restore',
      'picture-process',
      'import-process',
    ].map((name) => join(root, `src/${name}.ts`)),
    outdir: folder,
    target: 'bun',
    splitting: true,
    minify: { syntax: true, whitespace: true, identifiers: false },
    external: ['@electric-sql/pglite', 'sharp', 'swagger-ui-dist'],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]' },
    // Only the first plugin that matches a file is used, so the catalogs come first.
    plugins: [parsedCatalogs, ownFolders],
  })
  const names = outputs.map(({ path }) => basename(path))
  for (const name of await namesOf(last)) if (!names.includes(name)) cpSync(join(last, name), join(folder, name))
  writeFileSync(join(folder, listing), JSON.stringify(names))
}

const listing = 'made.json'

async function namesOf(folder: string): Promise<string[]> {
  return existsSync(join(folder, listing)) ? Bun.file(join(folder, listing)).json() : []
}

/**
 * Replaces `import.meta.dir` by the source folder relative to the bundle, so that files next to a source file are
 * found.
 */
const ownFolders: Bun.BunPlugin = {
  name: 'own folders',
  setup(build) {
    build.onLoad({ filter: /\/src\/.*\.tsx?$/ }, async ({ path }) => {
      const way = JSON.stringify(`/${relative(join(root, 'dist/server'), dirname(path))}`)
      return {
        contents: (await Bun.file(path).text()).replaceAll('import.meta.dir', `(import.meta.dir + ${way})`),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }
    })
  },
}

/** Bundles parsed catalogs, so that neither the browser nor a start of the server parses messages. */
const parsedCatalogs: Bun.BunPlugin = {
  name: 'parsed catalogs',
  setup(build) {
    build.onLoad({ filter: /\/locales\/\w+\/\w+\.json$/ }, async ({ path }) => ({
      contents: `export default JSON.parse(${JSON.stringify(JSON.stringify(compileCatalog(await Bun.file(path).json())))})`,
      loader: 'js',
    }))
    build.onLoad({ filter: /\/src\/i18n\/server-catalogs\.ts$/ }, () => ({ contents: serverCatalogs(), loader: 'js' }))
    build.onLoad({ filter: /\/src\/app\/shell\/browser-catalogs\.ts$/ }, () => ({
      contents: ['site', 'inner', 'admin'].map(browserCatalogs).join('\n'),
      loader: 'js',
    }))
  },
}

/** Bundlers follow only literal import specifiers. */
const catalogAddress = (language: string, area: string) => JSON.stringify(`#locales/${language}/${area}.json`)

const browserCatalogs = (area: string) =>
  `export const ${area}Catalogs = {${languages.map((language) => `${language}: () => import(${catalogAddress(language, area)})`).join(', ')}}`

function serverCatalogs(): string {
  const files = languages.flatMap((language) =>
    ['site', 'inner', 'admin', 'server'].map((area) => ({ language, area })),
  )
  const imports = files.map(({ language, area }) => `import ${language}_${area} from ${catalogAddress(language, area)}`)
  const merged = languages.map(
    (one) => `${one}: { ...${one}_site, ...${one}_inner, ...${one}_admin, ...${one}_server }`,
  )
  return [...imports, `export const catalogs = {${merged.join(', ')}}`].join('\n')
}
