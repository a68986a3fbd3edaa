import { type JsonPath, readAt, setAt } from '#editing/json-text'
import { readFromDevice, storeOnDevice } from '#editing/use-remembered'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { asRecord, isRecord, parseJson } from '#text/parse-json'
import { isText, type RowFields } from '#records/kind/fields'
import { blocksIn } from '#records/kind/nested'

type Json = Record<string, unknown>

/** A new row with empty texts, also in its groups, and with the minimum number of rows in its lists. */
export const blankRow = (fields: RowFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      if (field.type === 'group') return [[name, blankRow(field.fields)]]
      if (field.type === 'list' && field.min)
        return [[name, Array.from({ length: field.min }, () => blankRow(field.entry))]]
      return isText(field) ? [[name, '']] : []
    }),
  )

/**
 * The path of a value in English, and its name there and in translations: blocks are named by their id, not their
 * index.
 */
export type ListPath = { at: JsonPath; name: JsonPath }

export const inside = ({ at, name }: ListPath, ...more: JsonPath): ListPath => ({
  at: [...at, ...more],
  name: [...name, ...more],
})

/** The path of a language's texts in the JSON of a page, or of a field. */
export const rootOf = (language: Language): JsonPath => (language === defaultLanguage ? [] : ['translations', language])

export const pathIn = (language: Language, { at, name }: ListPath): JsonPath =>
  language === defaultLanguage ? at : [...rootOf(language), ...name]

export const insertRow = (content: Json, list: ListPath, index: number, blank: object): Json =>
  inAllLanguages(content, list, (rows) => rows.toSpliced(index, 0, blank))

export const moveRow = (content: Json, list: ListPath, from: number, to: number): Json =>
  inAllLanguages(content, list, (rows) => moved(rows, from, to))

export const removeRow = (content: Json, list: ListPath, index: number): Json =>
  inAllLanguages(content, list, (rows) => rows.toSpliced(index, 1))

const moved = <Row>(rows: readonly Row[], from: number, to: number): Row[] =>
  rows.toSpliced(from, 1).toSpliced(to, 0, ...rows.slice(from, from + 1))

/** Writes a value inside rows; missing rows are created. */
export function writeValue(content: Json, language: Language, place: ListPath, value: unknown): Json {
  const path = pathIn(language, place)
  const shift = path.length - place.at.length
  const whole = path.reduce<Json>((written, part, depth) => {
    if (typeof part !== 'number') return written
    const length = language === defaultLanguage ? 0 : listAt(content, place.at.slice(0, depth - shift)).length
    const list = path.slice(0, depth)
    return put(written, list, padded(listAt(written, list), Math.max(part + 1, length)))
  }, content)
  return put(whole, path, value)
}

/** The number of rows of a list, including those that exist only in a translation. */
export const countRows = (content: Json, list: ListPath): number =>
  Math.max(...languages.map((language) => listAt(content, pathIn(language, list)).length))

/** A list has the same rows in all languages, so each edit of a row applies to all of them. */
function inAllLanguages(content: Json, list: ListPath, edit: (rows: unknown[]) => unknown[]): Json {
  const rows = listAt(content, list.at)
  return inTranslations(put(content, list.at, edit(rows)), list.name, (own) =>
    Array.isArray(own) ? edit(padded(own, rows.length)) : own,
  )
}

/** Changes every translation of a value. */
function inTranslations(content: Json, name: JsonPath, change: (own: unknown) => unknown): Json {
  return Object.keys(asRecord(content.translations))
    .map((code) => ['translations', code, ...name])
    .reduce((written, path) => {
      const own = readAt(written, path)
      return own === undefined ? written : put(written, path, change(own))
    }, content)
}

const put = (content: Json, path: JsonPath, value: unknown) => setAt(content, path, value) as Json

/** The list with at least this number of rows. */
const padded = (list: unknown[], length: number): unknown[] => [
  ...list,
  ...Array.from({ length: Math.max(0, length - list.length) }, () => ({})),
]

function listAt(content: Json, path: JsonPath): unknown[] {
  const list = readAt(content, path)
  return Array.isArray(list) ? list : []
}

export type Block = Record<string, unknown>

/** The blocks at a path, in order. */
export const blocksAt = (content: Json, { at }: ListPath): Block[] => blocksIn(readAt(content, at))

/** The path of a block; its translation is found by its id. */
export const pathOfBlock = (blocks: ListPath, index: number, { id }: Block): ListPath => ({
  at: [...blocks.at, index],
  name: [...blocks.name, String(id)],
})

/** Inserts a block with its translations, by language. */
export const insertBlock = (
  content: Json,
  blocks: ListPath,
  index: number,
  block: Block,
  texts: Readonly<Record<string, unknown>> = {},
): Json =>
  Object.entries(texts).reduce(
    (written, [code, own]) => put(written, ['translations', code, ...blocks.name, String(block.id)], own),
    put(content, blocks.at, blocksAt(content, blocks).toSpliced(index, 0, block)),
  )

export const moveBlock = (content: Json, blocks: ListPath, from: number, to: number): Json =>
  put(content, blocks.at, moved(blocksAt(content, blocks), from, to))

/** Removes the block and its translations. */
export function removeBlock(content: Json, blocks: ListPath, index: number): Json {
  const listed = blocksAt(content, blocks)
  const rest = put(content, blocks.at, listed.toSpliced(index, 1))
  return inTranslations(rest, [...blocks.name, String(listed[index]?.id)], () => undefined)
}

/** The translations of a block, by language. */
export function textsOfBlock({ translations }: Json, { name }: ListPath, { id }: Block): Record<string, unknown> {
  const texts = Object.entries(asRecord(translations)).map(
    ([code, overlay]) => [code, readAt(overlay, [...name, String(id)])] as const,
  )
  return Object.fromEntries(texts.filter(([, one]) => one !== undefined))
}

/** Hidden blocks are only visible to editors. */
export const setHidden = (content: Json, blocks: ListPath, index: number, isHidden: boolean): Json =>
  put(content, inside(blocks, index, 'hidden').at, isHidden || undefined)

/**
 * A random id, unlike those of existing blocks, of removed ones that may be restored, and of those that another person
 * is adding. It is short, so that the paths of fields are readable.
 */
export function freeId(content: Json, blocks: ListPath): string {
  const taken = new Set(blocksAt(content, blocks).map(({ id }) => id))
  let id: string
  do id = `b${Math.random().toString(36).slice(2, 8)}`
  while (taken.has(id))
  return id
}

/** A copied block with its translations, by language. */
export type CopiedBlock = { block: Block & { type: string }; texts: Record<string, unknown> }

/** The localStorage key, so that a block copied in one window can be pasted in another. */
const key = 'industria-block'

export function storeCopiedBlock(copied: CopiedBlock): void {
  // Without storage there is nothing to paste.
  storeOnDevice(key, JSON.stringify(copied))
}

/** The last copied block, if there is one. */
export function readCopiedBlock(): CopiedBlock | undefined {
  const kept = parseJson(readFromDevice(key) ?? '')
  if (!isRecord(kept) || !isRecord(kept.block) || typeof kept.block.type !== 'string') return undefined
  return { block: { ...kept.block, type: kept.block.type }, texts: asRecord(kept.texts) }
}
