import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { defaultLanguage, isLanguage, languages } from '#i18n/language'
import type { FindableTexts } from '#platform/feature'
import { siteSettings } from '#platform/owner/table'
import { readOwnTexts } from '#platform/owner/texts'
import { isRecord } from '#text/parse-json'
import { builtInTexts, textKeys } from './texts/built-in'

const screen = href(adminPaths.site)

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

/** The texts among the owner's settings: name, menu, footer, announcement and social links, as they are stored. */
export const findableValues: FindableTexts = async (db) => {
  const [row] = await db.select({ values: siteSettings.values }).from(siteSettings)
  const { name, footer, copyright, navigation, announcement, social } = row?.values ?? {}
  return fieldsIn({ name, footer, copyright, navigation, announcement, social }, '').map(({ field, text }) => {
    const last = field.split('.').at(-1) ?? ''
    const language = isLanguage(last) ? last : defaultLanguage
    return { key: field, language, text, href: `${screen}?${new URLSearchParams({ field })}` }
  })
}

function fieldsIn(value: unknown, field: string): { field: string; text: string }[] {
  if (typeof value === 'string') return value === '' || isMoment(field) ? [] : [{ field, text: value }]
  if (!isRecord(value) && !Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, part]) => fieldsIn(part, field === '' ? name : `${field}.${name}`))
}

const isMoment = (field: string) => field === 'announcement.from' || field === 'announcement.until'
