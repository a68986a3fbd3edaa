import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { languages } from '#i18n/language'
import type { FindableTexts } from '#platform/feature'
import { readOwnTexts } from '#platform/owner/texts'
import { builtInTexts, textKeys } from './built-in'

/** The interface texts of the public site as visitors read them. */
export const findableTexts: FindableTexts = async (db) => {
  const [own, builtIn] = [await readOwnTexts(db), builtInTexts()]
  return languages.flatMap((language) =>
    textKeys().flatMap((key) => {
      const text = own[language][key] ?? builtIn[language][key]
      return text
        ? { key, language, text, href: `${screen}?${new URLSearchParams({ part: 'texts', field: key })}` }
        : []
    }),
  )
}

const screen = href(adminPaths.site)
