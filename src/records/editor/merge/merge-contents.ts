import { shownTexts } from '#records/editor/languages/shown-value'
import { fieldsOfBlock } from '#records/kind/nested'
import { type BlocksField, type Field, type Fields, type RowField, nestedFields } from '#records/kind/fields'
import { byLanguage, byOtherLanguage } from '#i18n/by-language'
import { defaultLanguage, type Language, languages, type OtherLanguage, otherLanguages } from '#i18n/language'
import { asRecord, isRecord } from '#text/parse-json'
import {
  type Choices,
  type Collected,
  isSame,
  mapVersions,
  mergeHtml,
  type Merging,
  mergeValue,
  type Resolve,
  type Versions,
  mergeFields,
  type ListConflict,
  mergeLists,
} from './merging'
import type { RecordKind } from '#records/kind/record'
import { type RecordValues, toContent, nestedValues } from '#records/editor/values/record-values'
import { readPath } from '#records/editor/values/values'

type Json = Record<string, unknown>
type Declared = Readonly<Record<string, Field | RowField>>
type Merger = Collected & { nameOf: (path: string[]) => string }

/** A row or a block, with its texts in all languages. */
type Row = Partial<Record<Language, unknown>>
type Merged = {
  key: string
  english: (choices: Choices) => unknown
  /** undefined if the language has no text. */
  translated: (choices: Choices, language: OtherLanguage) => unknown
}

/**
 * Merges two changes of a content: text by text, lists row by row, blocks by their ids. `nameOf` converts a path into
 * the name of a field.
 */
export function mergeContents(fields: Fields, versions: Versions<Json>, nameOf: Merger['nameOf']): Merging<Json> {
  const merger: Merger = { nameOf, conflicts: [], autoMerged: new Set() }
  const apart = Object.entries(fields).flatMap(([key, field]) => {
    const isThere = Object.values(versions).some((content) => Array.isArray(content[key]))
    if (!isThere) return []
    if (field.type === 'list') return [mergeRows(merger, key, field.entry, versions)]
    return field.type === 'blocks' ? [mergeBlocks(merger, key, field, versions)] : []
  })
  const keys = apart.map(({ key }) => key)
  const rest = mergeObjects(
    merger,
    [],
    mapVersions(versions, (content) => without(content, keys)),
    { ...fields, translations: inOthers(fields) } as Declared,
  )
  return {
    conflicts: merger.conflicts,
    autoMerged: [...merger.autoMerged],
    resolve: (choices) => apart.reduce((content, part) => withPart(content, part, choices), rest(choices)),
  }
}

function withPart(content: Json, { key, english, translated }: Merged, choices: Choices): Json {
  return otherLanguages.reduce<Json>(
    (whole, language) => {
      const overlay = translated(choices, language)
      if (overlay === undefined) return whole
      const translations = asRecord(whole.translations)
      return {
        ...whole,
        translations: { ...translations, [language]: { ...asRecord(translations[language]), [key]: overlay } },
      }
    },
    { ...content, [key]: english(choices) },
  )
}

function mergeRows(merger: Merger, key: string, entry: Declared, versions: Versions<Json>): Merged {
  const { base, yours, theirs } = mapVersions(versions, (content) => rowsOf(content, key))
  const merged = mergeLists(base.map(toText), yours.map(toText), theirs.map(toText))
  const rows = merged.map((one) =>
    typeof one === 'string' ? () => [JSON.parse(one) as Row] : mergeConflictingRows(merger, key, entry, one),
  )
  const resolve: Resolve<Row[]> = (choices) => rows.flatMap((row) => row(choices))
  if (!isSame(resolve({}), yours)) merger.autoMerged.add(merger.nameOf([key]))
  const isTranslated = (language: OtherLanguage) =>
    [versions.yours, versions.theirs].some((content) => Array.isArray(textsIn(content, language, key)))
  return {
    key,
    english: (choices) => resolve(choices).map((row) => row[defaultLanguage] ?? {}),
    translated: (choices, language) =>
      isTranslated(language) ? resolve(choices).map((row) => row[language] ?? {}) : undefined,
  }
}

/** A row that one side changed and the other removed is kept or removed as a whole. */
function mergeConflictingRows(
  merger: Merger,
  key: string,
  entry: Declared,
  { at, ...texts }: ListConflict,
): Resolve<Row[]> {
  const { base, yours, theirs } = mapVersions<string | undefined, Row | undefined>(texts, rowOf)
  const path = [key, String(at)]
  if (base && yours && theirs) {
    const row = mergeRow(merger, path, entry, { base, yours, theirs })
    return (choices) => [row(choices)]
  }
  const whole = mergeValue(merger, merger.nameOf(path), { base, yours, theirs }, wordsOf(entry))
  return (choices) => [whole(choices)].filter((row) => row !== undefined)
}

function mergeRow(merger: Merger, path: string[], fields: Declared, versions: Versions<Row>): Resolve<Row> {
  const parts = byLanguage((language) =>
    mergeJson(
      merger,
      [...(language === defaultLanguage ? [] : ['translations', language]), ...path],
      mapVersions(versions, (row) => row[language]),
      { type: 'group', fields } as Field | RowField,
    ),
  )
  return (choices) => byLanguage((language) => parts[language](choices))
}

function mergeBlocks(merger: Merger, key: string, field: BlocksField, versions: Versions<Json>): Merged {
  const blocks = mapVersions(versions, (content) => blocksById(content, key))
  const { base, yours, theirs } = blocks
  const rows = orderOf(blocks).map((id): [string, Resolve<Row | undefined>] => {
    const [was, your, their] = [base.get(id), yours.get(id), theirs.get(id)]
    const fields = fieldsOfBlock(field, asRecord((your ?? their)?.[defaultLanguage]))
    if (your && their) {
      return [id, mergeRow(merger, [key, id], fields, { base: was ?? {}, yours: your, theirs: their })]
    }
    if (!was) return [id, () => your ?? their]
    const one = { base: was, yours: your, theirs: their }
    return [id, mergeValue(merger, merger.nameOf([key, id]), one, wordsOf(fields))]
  })
  const resolve = (choices: Choices) =>
    rows.flatMap(([id, row]) => {
      const chosen = row(choices)
      return chosen ? [[id, chosen] as const] : []
    })
  if (!isSame(resolve({}), [...yours])) merger.autoMerged.add(merger.nameOf([key]))
  return {
    key,
    english: (choices) => resolve(choices).map(([, row]) => row[defaultLanguage]),
    translated: (choices, language) => {
      const entries = resolve(choices).flatMap(([id, row]) =>
        row[language] === undefined ? [] : [[id, row[language]]],
      )
      return entries.length > 0 ? Object.fromEntries(entries) : undefined
    },
  }
}

/** The order includes rows that one side removed and the other changed, after their previous neighbour. */
function orderOf({ base, yours, theirs }: Versions<Map<string, Row>>): string[] {
  const merged = mergeLists([...base.keys()], [...yours.keys()], [...theirs.keys()])
  const ids = [
    ...new Set(
      merged.flatMap((entry) =>
        typeof entry === 'string' ? [entry] : [entry.theirs, entry.yours].filter((id) => id !== undefined),
      ),
    ),
  ]
  for (const [id, row] of base) {
    const keeper = yours.has(id) ? yours : theirs
    if (ids.includes(id) || !keeper.has(id) || isSame(keeper.get(id), row)) continue
    const order = [...keeper.keys()]
    const before = order.slice(0, order.indexOf(id)).findLast((one) => ids.includes(one))
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id)
  }
  return ids
}

function mergeJson(
  merger: Merger,
  path: string[],
  versions: Versions<unknown>,
  field: Field | RowField | undefined,
): Resolve<unknown> {
  const { base, yours, theirs } = versions
  if (isRecord(yours) && isRecord(theirs)) {
    const fields = field?.type === 'group' ? field.fields : {}
    return mergeObjects(merger, path, { base: asRecord(base), yours, theirs }, fields)
  }
  if (field?.type === 'html' && typeof yours === 'string' && typeof theirs === 'string')
    return mergeHtml(merger, merger.nameOf(path), { base: typeof base === 'string' ? base : '', yours, theirs })
  return mergeValue(merger, merger.nameOf(path), versions, (value) => (value === undefined ? undefined : shown(value)))
}

function mergeObjects(merger: Merger, path: string[], versions: Versions<Json>, fields: Declared): Resolve<Json> {
  const merged = Object.keys({ ...versions.theirs, ...versions.yours }).map((key) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    return [
      key,
      mergeJson(
        merger,
        [...path, key],
        mapVersions(versions, (value) => value[key]),
        field,
      ),
    ] as const
  })
  return (choices) =>
    Object.fromEntries(
      merged.map(([key, resolve]) => [key, resolve(choices)]).filter(([, value]) => value !== undefined),
    )
}

const inOthers = (fields: Declared) => ({ type: 'group', fields: byOtherLanguage(() => ({ type: 'group', fields })) })

function rowsOf(content: Json, key: string): Row[] {
  const lists = byLanguage((language) => asList(textsIn(content, language, key)))
  const length = Math.max(...Object.values(lists).map((list) => list.length))
  return Array.from({ length }, (_, at) => byLanguage((language) => lists[language][at]))
}

function blocksById(content: Json, key: string): Map<string, Row> {
  const overlays = byOtherLanguage((language) => asRecord(textsIn(content, language, key)))
  const blocks = asList(content[key]).filter(isRecord)
  return new Map(
    blocks.map((block) => {
      const id = String(block.id)
      return [id, { [defaultLanguage]: block, ...byOtherLanguage((language) => overlays[language][id]) }]
    }),
  )
}

function without(content: Json, keys: string[]): Json {
  const strip = (texts: Json) => Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key)))
  const { translations } = content
  if (!isRecord(translations)) return strip(content)
  const stripped = otherLanguages.flatMap((language) => {
    const texts = translations[language]
    return isRecord(texts) ? [[language, strip(texts)]] : []
  })
  return { ...strip(content), translations: { ...translations, ...Object.fromEntries(stripped) } }
}

const textsIn = (content: Json, language: Language, key: string): unknown =>
  (language === defaultLanguage ? content : asRecord(asRecord(content.translations)[language]))[key]
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const toText = (row: Row) => JSON.stringify(row)
const rowOf = (text: string | undefined): Row | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Row)
const shown = (value: unknown) =>
  typeof value === 'string' || typeof value === 'boolean' ? value : JSON.stringify(value, null, 2)
const wordsOf = (fields: Declared) => (row: Row | undefined) =>
  row && languages.flatMap((language) => shownTexts(fields, asRecord(row[language]))).join('\n')

/**
 * Merges two changes of a record: formatted texts by paragraph, rows and blocks one by one, everything else by field.
 */
export function mergeRecords(
  { fields }: Pick<RecordKind, 'fields'>,
  versions: Versions<RecordValues>,
): Merging<RecordValues> {
  const nested = nestedFields(fields)
  const names = Object.keys(nested)
  const plain = (values: RecordValues) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(readPath(name).name)))
  const texts = mergeFields(mapVersions(versions, plain), (field) => fields[readPath(field).name]?.type === 'html')
  const parts = mergeContents(
    nested,
    mapVersions(versions, (values) => toContent(names, values)),
    (path) => path.join('.'),
  )
  return {
    conflicts: [...texts.conflicts, ...parts.conflicts],
    autoMerged: [...texts.autoMerged, ...parts.autoMerged],
    resolve: (choices) =>
      ({ ...texts.resolve(choices), ...nestedValues(names, parts.resolve(choices)) }) as RecordValues,
  }
}
