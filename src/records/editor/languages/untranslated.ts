import type { Language } from '#i18n/language'

/** How many texts are written in English and not in Spanish; undefined while none is written. */
export function countUntranslated<Field>(
  fields: readonly Field[],
  isWritten: (field: Field, language: Language) => boolean,
): number | undefined {
  const written = fields.filter((field) => isWritten(field, 'en'))
  return written.length === 0 ? undefined : written.filter((field) => !isWritten(field, 'es')).length
}
