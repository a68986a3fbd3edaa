import type { Language } from './language'

/** The language with the region of its spelling, for `og:locale` and the texts of the admin's controls: `en-US`. */
export const withRegion = (language: Language, between = '-'): string =>
  language + between + new Intl.Locale(language).maximize().region
