import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, type Language } from '#i18n/language'
import type { Catalog } from '#i18n/messages'

let read: Record<Language, Catalog> | undefined

/** The texts of the public screens as the catalogs have them, unparsed. */
export function builtInTexts(): Record<Language, Catalog> {
  read ??= byLanguage(
    (language) =>
      JSON.parse(readFileSync(resolve(import.meta.dir, `../../../locales/${language}/site.json`), 'utf8')) as Catalog,
  )
  return read
}

export const textKeys = (): string[] => Object.keys(builtInTexts()[defaultLanguage])
