/** How many texts are written in English and not in another language; undefined while none is written. */
export function countUntranslated<Field>(
  fields: readonly Field[],
  isWritten: (field: Field) => boolean,
  isTranslated: (field: Field) => boolean,
): number | undefined {
  const written = fields.filter(isWritten)
  return written.length === 0 ? undefined : written.filter((field) => !isTranslated(field)).length
}
