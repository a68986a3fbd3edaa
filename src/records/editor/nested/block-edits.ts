import { checkJson, insertAt, readAt, writeAt } from '#editing/json-text'
import { isRecord } from '#text/parse-json'
import { inside, inTranslations, type ListPath } from './list-edits'

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
