import type { LibraryPicture } from '#contract/picture-variants'
import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { LanguageTexts } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import { type Language, languages } from '#i18n/language'
import { media, type MediaRow } from './table'
import { isMoving } from './reading/clean'

/** The public data of a picture; undefined for a document. */
export function toPicture({ mime, width, height, frames, ...row }: MediaRow): LibraryPicture | undefined {
  if (width === null || height === null) return undefined
  return {
    hash: row.hash,
    width,
    height,
    focus: { x: row.focusX, y: row.focusY },
    alt: alternativesOf(row),
    decorative: row.decorative,
    colour: row.colour || null,
    sort: mime === 'image/svg+xml' ? 'drawing' : isMoving({ mime, frames }) ? 'moving' : 'still',
  }
}

type Columns = Pick<typeof media.$inferSelect, 'altEn' | 'altEs' | 'alt'>

/** The first two languages have columns of their own, which older releases read and write. */
const columns: Partial<Record<Language, 'altEn' | 'altEs'>> = { en: 'altEn', es: 'altEs' }

/** The alternative texts of a library item by language; empty if there is none. */
export const alternativesOf = (row: Columns): LanguageTexts =>
  byLanguage((language) => {
    const column = columns[language]
    return (column ? row[column] : row.alt[language]) ?? ''
  })

/** The columns that store them. */
export function alternativeColumns(alt: LanguageTexts): Partial<Columns> {
  const named = languages.flatMap((language) => {
    const column = columns[language]
    return column ? [[column, alt[language]]] : []
  })
  const others = languages.filter((language) => !columns[language]).map((language) => [language, alt[language]])
  return { ...Object.fromEntries(named), alt: Object.fromEntries(others) }
}

/** SQL: whether it is missing in at least one language. */
export const isAlternativeMissing = (): SQL | undefined =>
  or(
    ...languages.map((language) => {
      const column = columns[language]
      return column ? eq(media[column], '') : sql`coalesce(${media.alt} ->> ${language}, '') = ''`
    }),
  )
