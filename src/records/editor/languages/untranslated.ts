/** The number of English texts without a translation into a language; undefined if there are none in English. */
export function countUntranslated<Field>(
  fields: readonly Field[],
  isWritten: (field: Field) => boolean,
  isTranslated: (field: Field) => boolean,
): number | undefined {
  const written = fields.filter(isWritten)
  return written.length === 0 ? undefined : written.filter((field) => !isTranslated(field)).length
}
