import { type Language, languages } from '#i18n/language'

type CatalogFile = { default: unknown }

/** The build replaces these by literal imports, so that the bundler makes a chunk of each. */
export const siteCatalogs = importsOf('site')
/** Of the pages that are chunks of their own. */
export const innerCatalogs = importsOf('inner')
export const adminCatalogs = importsOf('admin')

function importsOf(area: 'site' | 'inner' | 'admin') {
  const imports = languages.map((language) => [language, () => import(`#locales/${language}/${area}.json`)])
  return Object.fromEntries(imports) as Record<Language, () => Promise<CatalogFile>>
}
