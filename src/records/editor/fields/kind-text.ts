import { useCallback } from 'react'
import { type Translate, useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import type { MessageId } from '#i18n/messages'
import { defaultLanguage } from '#i18n/language'
import { readPath } from '#records/editor/values/values'
import type { BlocksField, Field, RowField } from '#records/kind/fields'
import { blocksIn, fieldsOfBlock } from '#records/kind/nested'
import type { DescribedKind, RecordKind } from '#records/kind/record'
import { seoFields } from './seo-fields'

/** A text about a kind of record (`post.created`). A test checks that every kind has all of them. */
export const kindText = (t: Translate, { name }: Pick<RecordKind, 'name'>, text: string): string =>
  t(`${name}.${text}` as MessageId)

type Labelled = Pick<DescribedKind, 'name' | 'fields' | 'labelOf'>

/** The label of a field; `content` is needed to identify blocks. */
export function useFieldLabel(kind: Labelled) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return useCallback(
    (path: string, content?: Record<string, unknown>): string => {
      const { language, name } = readPath(path)
      const field = fieldLabel(t, kind, name, content)
      return language === defaultLanguage ? field : t('editing.inLanguage', { field, language: nameOf(language) })
    },
    [kind, t, nameOf],
  )
}

/** The same for a path without a language. */
export function fieldLabel(t: Translate, kind: Labelled, field: string, content?: Record<string, unknown>): string {
  const seoField = seoFields.find((one) => field === `metadata.${one}`)
  if (seoField) return t(`editing.seo.${seoField}`)
  if (field === 'metadata.noindex') return t('editing.seo.noindex')
  const declared = labelAt(t, kind.fields, field.split('.'), (names) => fieldName(t, kind, names), content)
  if (declared !== undefined) return declared
  // The JSON of a page can contain undeclared fields.
  if (kind.labelOf) return kind.labelOf([field]) ? fieldName(t, kind, [field]) : field
  if (field === 'metadata') return t('editing.seo.others')
  return field === 'slug' ? t('editing.slug') : kindText(t, kind, field)
}

/** The label of a declared field, by the names of its ancestors and its own. */
export function fieldName(t: Translate, kind: Pick<Labelled, 'name' | 'labelOf'>, names: readonly string[]): string {
  const id = kind.labelOf?.(names)
  return id ? t(id) : kindText(t, kind, names.join('.'))
}

type Declared = Readonly<Record<string, Field | RowField>>

/**
 * The label of the field at a path, with the position of its row; undefined for an undeclared field. `nameOf` names a
 * field by its ancestors and itself; inside blocks the block type is one of them. `content` contains the blocks, which
 * a path refers to by id or position.
 */
function labelAt(
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

/** The type and the position of an existing block. */
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

/** The nested fields of a field, with the names in the path to them. */
function setsIn(field: Field | RowField): [names: string[], fields: Declared][] {
  if (field.type === 'blocks') return Object.entries(field.types).map(([type, fields]) => [[type], fields])
  if (field.type === 'list') return [[[], field.entry]]
  return field.type === 'group' ? [[[], field.fields]] : []
}
