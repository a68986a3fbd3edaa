import type { Translate } from '#i18n/i18n'
import { type Field, partsOf, type RowField } from '#records/kind/fields'

/**
 * What the field that a path leads to is called, with the place of its row; undefined where none is declared. `nameOf`
 * names a field by those around it and itself.
 */
export function labelAt(
  t: Translate,
  fields: Readonly<Record<string, Field | RowField>>,
  [name = '', ...inner]: readonly string[],
  nameOf: (names: string[]) => string,
): string | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field === undefined) return undefined
  const own = nameOf([name])
  if (inner.length === 0) return own
  const isRow = field.type === 'list'
  const row = isRow ? t('page.entryOf', { field: own, place: Number(inner[0]) + 1 }) : own
  const path = field.type === 'group' ? inner : inner.slice(1)
  if (path.length === 0) return row
  const [part] = partsOf(field).flatMap((parts) => labelAt(t, parts, path, (names) => nameOf([name, ...names])) ?? [])
  return part === undefined ? undefined : `${row}: ${part}`
}
