import { type Language, languages } from './language'
import type { Catalog } from './messages'

type CatalogFile = { default: Catalog }

/** All texts of each language. The build spells the imports out. */
export const catalogs = Object.fromEntries(await Promise.all(languages.map(readCatalogs))) as Record<Language, Catalog>

async function readCatalogs(language: Language): Promise<[Language, Catalog]> {
  const files = await Promise.all(
    ['site', 'admin', 'server'].map((area) => import(`#locales/${language}/${area}.json`) as Promise<CatalogFile>),
  )
  return [language, Object.assign({}, ...files.map((file) => file.default))]
}
