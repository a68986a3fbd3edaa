import type { Translate } from '#i18n/i18n'
import type { Field, RowField } from '#records/kind/fields'

type Declared = Readonly<Record<string, Field | RowField>>

/**
 * What the field that a path leads to is called, with the place of its row; undefined where none is declared. `nameOf`
 * names a field by those around it and itself; inside blocks their type is between.
 */
export function labelAt(
  t: Translate,
  fields: Declared,
  [name = '', ...inner]: readonly string[],
  nameOf: (names: string[]) => string,
): string | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field === undefined) return undefined
  const own = nameOf([name])
  if (inner.length === 0) return own
  const row = field.type === 'list' ? t('page.entryOf', { field: own, place: Number(inner[0]) + 1 }) : own
  const path = field.type === 'group' ? inner : inner.slice(1)
  if (path.length === 0) return row
  const [part] = setsIn(field).flatMap(
    ([names, set]) => labelAt(t, set, path, (more) => nameOf([name, ...names, ...more])) ?? [],
  )
  return part === undefined ? undefined : `${row}: ${part}`
}

/** The sets of fields inside a field, and the names that lead to them. */
function setsIn(field: Field | RowField): [names: string[], fields: Declared][] {
  if (field.type === 'blocks') return Object.entries(field.types).map(([type, fields]) => [[type], fields])
  if (field.type === 'list') return [[[], field.entry]]
  return field.type === 'group' ? [[[], field.fields]] : []
}
