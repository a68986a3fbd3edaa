import { compileCatalog } from './compile'
import type { Catalog } from './messages'
import type { CompiledCatalog } from './i18n'
import { type Language, languages } from './language'

type CatalogFile = { default: Catalog }

/** All texts of each language. The build replaces this by static imports of compiled catalogs. */
export const catalogs = Object.fromEntries(await Promise.all(languages.map(readCatalogs))) as Record<
  Language,
  CompiledCatalog
>

async function readCatalogs(language: Language): Promise<[Language, CompiledCatalog]> {
  const files = await Promise.all(
    ['site', 'inner', 'admin', 'server'].map(
      (area) => import(`#locales/${language}/${area}.json`) as Promise<CatalogFile>,
    ),
  )
  return [language, compileCatalog(Object.assign({}, ...files.map((file) => file.default)))]
}
