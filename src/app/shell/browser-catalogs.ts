import type { Language } from '#i18n/language'

export type CatalogFile = { default: unknown }

// Spelled out, so that the bundler makes a chunk of each.
export const siteCatalogs: Record<Language, () => Promise<CatalogFile>> = {
  en: () => import('#locales/en/site.json'),
  es: () => import('#locales/es/site.json'),
}
export const adminCatalogs: Record<Language, () => Promise<CatalogFile>> = {
  en: () => import('#locales/en/admin.json'),
  es: () => import('#locales/es/admin.json'),
}
