import { checkJson, insertAt, type JsonPath, moveAt, readAt, removeAt, writeAt } from '#editing/json-text'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { isRecord, parseJson } from '#text/parse-json'
import { isText, type RowFields } from '#records/kind/fields'

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

export const insertRow = (text: string, list: ListPath, index: number, blank: object): string =>
  inAllLanguages(text, list, (json, path) => insertAt(json, path, index, blank))

export const moveRow = (text: string, list: ListPath, from: number, to: number): string =>
  inAllLanguages(text, list, (json, path) => moveAt(json, path, from, to))

export const removeRow = (text: string, list: ListPath, index: number): string =>
  inAllLanguages(text, list, (json, path) => removeAt(json, path, index))

/** Writes a value inside rows; missing rows are created. */
export function writeValue(text: string, language: Language, place: ListPath, value: unknown): string {
  const path = pathIn(language, place)
  const shift = path.length - place.at.length
  const whole = path.reduce<string>((written, part, depth) => {
    if (typeof part !== 'number') return written
    const length = language === defaultLanguage ? 0 : listAt(text, place.at.slice(0, depth - shift)).length
    return extended(written, path.slice(0, depth), Math.max(part + 1, length))
  }, text)
  return writeAt(whole, path, value)
}

/** The number of rows of a list, including those that exist only in a translation. */
export const countRows = (content: Record<string, unknown>, list: ListPath): number =>
  Math.max(...languages.map((language) => lengthOf(readAt(content, pathIn(language, list)))))

type EditAt = (text: string, path: JsonPath) => string

/** A list has the same rows in all languages, so each edit of a row applies to all of them. */
function inAllLanguages(text: string, list: ListPath, edit: EditAt): string {
  const { length } = listAt(text, list.at)
  return inTranslations(edit(text, list.at), list.name, (json, path) =>
    Array.isArray(valueAt(json, path)) ? edit(extended(json, path, length), path) : json,
  )
}

/** Edits every translation of a value. */
export function inTranslations(text: string, name: JsonPath, edit: EditAt): string {
  const translations = valueAt(text, ['translations'])
  return Object.keys(isRecord(translations) ? translations : {})
    .map((code) => ['translations', code, ...name])
    .reduce((written, path) => (valueAt(written, path) === undefined ? written : edit(written, path)), text)
}

/** Extends the list to at least the given length. */
function extended(text: string, path: JsonPath, length: number): string {
  const list = listAt(text, path)
  if (list.length >= length) return text
  return writeAt(text, path, [...list, ...Array.from({ length: length - list.length }, () => ({}))])
}

const valueAt = (text: string, path: JsonPath) => readAt(checkJson(text).value, path)

const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0)

function listAt(text: string, path: JsonPath): unknown[] {
  const list = valueAt(text, path)
  return Array.isArray(list) ? list : []
}

export type Block = Record<string, unknown>

/** The blocks at a path, in order. */
export function blocksAt(content: Record<string, unknown>, { at }: ListPath): Block[] {
  const blocks = readAt(content, at)
  return Array.isArray(blocks) ? blocks.filter(isRecord) : []
}

/** The path of a block; its translation is found by its id. */
export const pathOfBlock = (blocks: ListPath, index: number, { id }: Block): ListPath => ({
  at: [...blocks.at, index],
  name: [...blocks.name, String(id)],
})

export function moveBlock(text: string, blocks: ListPath, from: number, to: number): string {
  const listed = listOf(text, blocks)
  const rest = listed.toSpliced(from, 1)
  return writeList(text, blocks, rest.toSpliced(to, 0, ...listed.slice(from, from + 1)))
}

/** Removes the block and its translations. */
export function removeBlock(text: string, blocks: ListPath, index: number): string {
  const listed = listOf(text, blocks)
  const written = writeList(text, blocks, listed.toSpliced(index, 1))
  const name = [...blocks.name, String(listed[index]?.id)]
  return inTranslations(written, name, (other, path) => writeAt(other, path, undefined))
}

/** The translations of a block, by language. */
export function textsOfBlock({ translations }: Block, { name }: ListPath, { id }: Block): Record<string, unknown> {
  const overlays = Object.entries(isRecord(translations) ? translations : {})
  const texts = overlays.map(([code, overlay]) => [code, readAt(overlay, [...name, String(id)])] as const)
  return Object.fromEntries(texts.filter(([, one]) => one !== undefined))
}

/** Restores a removed block. */
export const putBlockBack = (
  text: string,
  blocks: ListPath,
  index: number,
  block: Block,
  texts: Record<string, unknown>,
) =>
  Object.entries(texts).reduce(
    (written, [code, overlay]) => writeAt(written, ['translations', code, ...blocks.name, String(block.id)], overlay),
    insertAt(text, blocks.at, Math.min(index, listOf(text, blocks).length), block),
  )

/** Inserts a copy after the block, in every language. */
export function duplicateBlock(text: string, blocks: ListPath, index: number, id: string): string {
  const original = listOf(text, blocks)[index]
  if (!original) return text
  const written = insertAt(text, blocks.at, index + 1, { ...original, id })
  return inTranslations(written, [...blocks.name, String(original.id)], (other, path) =>
    writeAt(other, [...path.slice(0, -1), id], readAt(checkJson(other).value, path)),
  )
}

/** Hidden blocks are only visible to editors. */
export const setHidden = (text: string, blocks: ListPath, index: number, isHidden: boolean): string =>
  writeAt(text, inside(blocks, index, 'hidden').at, isHidden ? true : undefined)

/**
 * A random id, unlike those of existing blocks, of removed ones that may be restored, and of those that another person
 * is adding. It is short, so that the paths of fields are readable.
 */
export function freeId(content: Record<string, unknown>, blocks: ListPath): string {
  const taken = new Set(blocksAt(content, blocks).map(({ id }) => id))
  let id: string
  do id = `b${Math.random().toString(36).slice(2, 8)}`
  while (taken.has(id))
  return id
}

/** Without formatting, which takes seconds for many blocks. */
const writeList = (text: string, { at }: ListPath, blocks: readonly Block[]) => writeAt(text, at, blocks, false)

const listOf = (text: string, blocks: ListPath) => blocksAt(checkJson(text).value ?? {}, blocks)

/** A copied block with its translations, by language. */
export type CopiedBlock = { block: Block & { type: string }; texts: Record<string, unknown> }

/** The localStorage key, so that a block copied in one window can be pasted in another. */
const key = 'industria-block'

export function storeCopiedBlock(copied: CopiedBlock): void {
  try {
    localStorage.setItem(key, JSON.stringify(copied))
  } catch {
    // Without storage there is nothing to paste.
  }
}

/** The last copied block, if there is one. */
export function readCopiedBlock(): CopiedBlock | undefined {
  const kept = parseJson(readText())
  if (!isRecord(kept) || !isRecord(kept.block) || typeof kept.block.type !== 'string') return undefined
  return { block: { ...kept.block, type: kept.block.type }, texts: isRecord(kept.texts) ? kept.texts : {} }
}

function readText(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
