import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { defaultLanguage, isLanguage } from '#i18n/language'
import type { FindableTexts } from '#platform/feature'
import { siteSettings } from '#platform/owner/table'
import { isRecord } from '#text/parse-json'

/** The texts among the owner's settings: name, menu, footer, announcement and social links, as they are stored. */
export const findableValues: FindableTexts = async (db) => {
  const [row] = await db.select({ values: siteSettings.values }).from(siteSettings)
  const { name, footer, copyright, navigation, announcement, social } = row?.values ?? {}
  return fieldsIn({ name, footer, copyright, navigation, announcement, social }, '').map(({ field, text }) => {
    const last = field.split('.').at(-1) ?? ''
    const language = isLanguage(last) ? last : defaultLanguage
    return { key: field, language, text, href: `${href(adminPaths.site)}?${new URLSearchParams({ field })}` }
  })
}

function fieldsIn(value: unknown, field: string): { field: string; text: string }[] {
  if (typeof value === 'string') return value === '' || isMoment(field) ? [] : [{ field, text: value }]
  if (!isRecord(value) && !Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, part]) => fieldsIn(part, field === '' ? name : `${field}.${name}`))
}

const isMoment = (field: string) => field === 'announcement.from' || field === 'announcement.until'
