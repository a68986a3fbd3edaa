import type { Language } from './language'

/** With the country of its spelling, as `og:locale` and the texts of the admin's controls name it: `en-US`. */
export const withRegion = (language: Language, between = '-'): string =>
  language + between + new Intl.Locale(language).maximize().region
