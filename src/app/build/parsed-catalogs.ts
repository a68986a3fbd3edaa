import { compileCatalog } from '#i18n/compile'
import { languages } from '#i18n/language'

/** Bundles parsed catalogs, so that neither the browser nor a start of the server parses messages. */
export const parsedCatalogs: Bun.BunPlugin = {
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
const address = (language: string, area: string) => JSON.stringify(`#locales/${language}/${area}.json`)

const browserCatalogs = (area: string) =>
  `export const ${area}Catalogs = {${languages.map((language) => `${language}: () => import(${address(language, area)})`).join(', ')}}`

function serverCatalogs(): string {
  const files = languages.flatMap((language) =>
    ['site', 'inner', 'admin', 'server'].map((area) => ({ language, area })),
  )
  const imports = files.map(({ language, area }) => `import ${language}_${area} from ${address(language, area)}`)
  const merged = languages.map(
    (one) => `${one}: { ...${one}_site, ...${one}_inner, ...${one}_admin, ...${one}_server }`,
  )
  return [...imports, `export const catalogs = {${merged.join(', ')}}`].join('\n')
}
