import type { Language } from './language'

type Translations = Partial<Record<string, unknown>>

/**
 * `record` with the texts that `translations[language]` fills laid over it; English is the record itself.
 * Empty texts and other types than the original's are passed over.
 */
export function translated<R extends object>(record: R, translations: Translations | undefined, language: Language): R {
  const overlay = translations?.[language]
  if (typeof overlay !== 'object' || overlay === null) return record
  const filled = Object.entries(overlay).filter(([, value]) => value !== '' && value !== undefined && value !== null)
  return { ...record, ...Object.fromEntries(filled) }
}
