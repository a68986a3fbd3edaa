import { byLanguage } from '#i18n/by-language'
import type { Language } from '#i18n/language'
import type { Catalog } from '#i18n/messages'
import type { Database } from '#platform/db/database'
import { siteTexts } from './table'

/** The interface texts that the owner has changed. */
export async function readOwnTexts(db: Database): Promise<Record<Language, Catalog>> {
  const rows = await db.select().from(siteTexts)
  return byLanguage((language) =>
    Object.fromEntries(rows.filter((row) => row.language === language).map(({ key, text }) => [key, text])),
  )
}
