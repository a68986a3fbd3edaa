/**
 * The languages of the site by their codes, with their own names; the default one, in which texts are written, is the
 * first. Everything that differs by language is derived from this list and from the catalogs in `locales/{code}/`: URLs
 * begin with the code, and other data of a language come from `Intl`.
 */
export const locales = {
  en: 'English',
  es: 'Español',
} as const
