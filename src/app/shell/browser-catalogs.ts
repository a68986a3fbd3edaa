import { type Language, languages } from '#i18n/language'

type CatalogFile = { default: unknown }

/** The build replaces these by literal imports, so that the bundler makes a chunk of each. */
export const siteCatalogs = importsOf('site')
export const adminCatalogs = importsOf('admin')

function importsOf(area: 'site' | 'admin') {
  const imports = languages.map((language) => [language, () => import(`#locales/${language}/${area}.json`)])
  return Object.fromEntries(imports) as Record<Language, () => Promise<CatalogFile>>
}
