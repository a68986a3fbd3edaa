import { languages } from '#i18n/language'
import { href } from './href'
import type { Versions, Written } from './versions'

/** The URLs of one of the site's paths. */
export const versionsOf = (page: string, written: Written): Versions =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const { params, ...listing } = written[language] ?? {}
      return written[language] ? [[language, { address: href(page, params, language), ...listing }]] : []
    }),
  )
