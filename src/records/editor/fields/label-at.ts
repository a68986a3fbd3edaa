import type { Translate } from '#i18n/i18n'
import type { BlocksField, Field, RowField } from '#records/kind/fields'
import { blocksIn, fieldsOfBlock } from '#records/kind/nested'

type Declared = Readonly<Record<string, Field | RowField>>

/**
 * What the field that a path leads to is called, with the place of its row; undefined where none is declared. `nameOf`
 * names a field by those around it and itself; inside blocks their type is between. `content` holds the blocks, which a
 * path names by their id or their place.
 */
export function labelAt(
  t: Translate,
  fields: Declared,
  [name = '', ...inner]: readonly string[],
  nameOf: (names: string[]) => string,
  content: Record<string, unknown> = {},
): string | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field === undefined) return undefined
  const own = nameOf([name])
  if (inner.length === 0) return own
  const row = field.type === 'list' ? t('page.entryOf', { field: own, place: Number(inner[0]) + 1 }) : own
  const path = field.type === 'group' ? inner : inner.slice(1)
  const block =
    field.type === 'blocks' ? blockAt(t, field, content[name], inner, (more) => nameOf([name, ...more])) : undefined
  if (block !== undefined) return block
  if (path.length === 0) return row
  const [part] = setsIn(field).flatMap(
    ([names, set]) => labelAt(t, set, path, (more) => nameOf([name, ...names, ...more])) ?? [],
  )
  return part === undefined ? undefined : `${row}: ${part}`
}

/** Of a block that is there, with its type and its place. */
function blockAt(
  t: Translate,
  field: BlocksField,
  value: unknown,
  [id = '', ...path]: readonly string[],
  nameOf: (names: string[]) => string,
): string | undefined {
  const blocks = blocksIn(value)
  const known = blocks.findIndex((block) => block.id === id)
  const index = known < 0 && /^\d{1,4}$/.test(id) ? Number(id) : known
  const block = blocks[index]
  if (!block || !Object.hasOwn(field.types, String(block.type))) return undefined
  const type = String(block.type)
  const row = t('blocks.at', { type: nameOf([type]), place: index + 1 })
  const part = path.length === 0 ? '' : labelAt(t, fieldsOfBlock(field, block), path, (more) => nameOf([type, ...more]))
  return part === undefined ? undefined : part === '' ? row : `${row}: ${part}`
}

/** The sets of fields inside a field, and the names that lead to them. */
function setsIn(field: Field | RowField): [names: string[], fields: Declared][] {
  if (field.type === 'blocks') return Object.entries(field.types).map(([type, fields]) => [[type], fields])
  if (field.type === 'list') return [[[], field.entry]]
  return field.type === 'group' ? [[[], field.fields]] : []
}
