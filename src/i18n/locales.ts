/**
 * The languages of the site by their codes, as they call themselves; the one that texts are written in comes first.
 * Whatever differs by language derives from this list and from the catalogs in `locales/{code}/`: addresses begin with
 * the code, and what else is known of a language is told by `Intl`.
 */
export const locales = {
  en: 'English',
  es: 'Español',
} as const
