import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { LanguageTexts } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import { type Language, languages } from '#i18n/language'
import { media } from './table'

type Columns = Pick<typeof media.$inferSelect, 'altEn' | 'altEs' | 'alt'>

/** The languages that were there before any other have columns, which an older release reads and writes. */
const columns: Partial<Record<Language, 'altEn' | 'altEs'>> = { en: 'altEn', es: 'altEs' }

/** What an item of the library shows, in words of each language; empty where nobody has said it. */
export const alternativesOf = (row: Columns): LanguageTexts =>
  byLanguage((language) => {
    const column = columns[language]
    return (column ? row[column] : row.alt[language]) ?? ''
  })

/** The columns that hold them. */
export function alternativeColumns(alt: LanguageTexts): Partial<Columns> {
  const named = languages.flatMap((language) => {
    const column = columns[language]
    return column ? [[column, alt[language]]] : []
  })
  const others = languages.filter((language) => !columns[language]).map((language) => [language, alt[language]])
  return { ...Object.fromEntries(named), alt: Object.fromEntries(others) }
}

/** Whether one is missing in a language at least. */
export const lacksAlternative = (): SQL | undefined =>
  or(
    ...languages.map((language) => {
      const column = columns[language]
      return column ? eq(media[column], '') : sql`coalesce(${media.alt} ->> ${language}, '') = ''`
    }),
  )
