import { checkJson, type JsonPath, readAt, writeAt } from '#editing/json-text'
import { isRecord } from '#text/parse-json'
import {
  type Collected,
  isSame,
  mergeFields,
  mergeHtml,
  type Merging,
  mergeWhole,
  type Resolve,
  type Versions,
} from '#records/editor/merge/merging'
import { type Clash, mergeLists } from '#records/editor/merge/three-way'
import type { PageName } from './contract'
import { fieldOf, fieldsOf } from './page-fields'
import type { PageValues } from './page-values'

type Json = Record<string, unknown>
type Merger = Collected & { page: PageName }

/**
 * Two changes of a page's JSON together, text by text, and those of its lists row by row; fields are named by the JSON
 * text of their path. As whole texts where one of them is no JSON.
 */
export function mergePages(page: PageName, versions: Versions<PageValues>): Merging<PageValues> {
  const base = checkJson(versions.base.text).value
  const yours = checkJson(versions.yours.text).value
  const theirs = checkJson(versions.theirs.text).value
  if (!base || !yours || !theirs) return mergeFields(versions)
  const merger: Merger = { page, questions: [], taken: new Set() }
  const lists = Object.entries(fieldsOf(page)).flatMap(([key, { type }]) => (type === 'list' ? [key] : []))
  const asRows = lists.filter((key) => [base, yours, theirs].some((content) => Array.isArray(content[key])))
  const rows = asRows.map((key) => ({
    key,
    resolve: mergeRows(merger, key, {
      base: rowsOf(base, key),
      yours: rowsOf(yours, key),
      theirs: rowsOf(theirs, key),
    }),
  }))
  const rest = mergeObjects(merger, [], {
    base: withoutLists(base, asRows),
    yours: withoutLists(yours, asRows),
    theirs: withoutLists(theirs, asRows),
  })
  const isSpanish = (key: string) =>
    [yours, theirs].some((one) => Array.isArray(readAt(one, ['translations', 'es', key])))
  return {
    questions: merger.questions,
    taken: [...merger.taken],
    resolve: (choices) => {
      const text = writeChanges(versions.theirs.text, [], withoutLists(theirs, asRows), rest(choices))
      return {
        text: rows.reduce((written, { key, resolve }) => {
          const merged = resolve(choices)
          const english = writeList(
            written,
            [key],
            merged.map(({ en }) => en ?? {}),
          )
          return isSpanish(key)
            ? writeList(
                english,
                ['translations', 'es', key],
                merged.map(({ es }) => es ?? {}),
              )
            : english
        }, text),
      }
    },
  }
}

/** Fields are named by the JSON text of their path. */
export const pathOf = (field: string): string[] => JSON.parse(field)
const nameOf = (path: string[]) => JSON.stringify(path)

/** A row of a list is one in all languages. */
type Row = { en?: unknown; es?: unknown }

function rowsOf(content: Json, key: string): Row[] {
  const english = listAt(content, [key])
  const spanish = listAt(content, ['translations', 'es', key])
  return Array.from({ length: Math.max(english.length, spanish.length) }, (_, at) => ({
    en: english[at],
    es: spanish[at],
  }))
}

function mergeRows(merger: Merger, key: string, { base, yours, theirs }: Versions<Row[]>): Resolve<Row[]> {
  const merged = mergeLists(base.map(toText), yours.map(toText), theirs.map(toText))
  const rows = merged.map((entry) =>
    typeof entry === 'string' ? () => [JSON.parse(entry) as Row] : mergeRow(merger, key, entry),
  )
  const resolve: Resolve<Row[]> = (choices) => rows.flatMap((row) => row(choices))
  if (!isSame(resolve({}), yours)) merger.taken.add(nameOf([key]))
  return resolve
}

/** Of a row that one has changed and the other removed, the whole is chosen. */
function mergeRow(merger: Merger, key: string, { at, ...texts }: Clash): Resolve<Row[]> {
  const [base, yours, theirs] = [rowOf(texts.base), rowOf(texts.yours), rowOf(texts.theirs)]
  if (!base || !yours || !theirs) {
    const whole = mergeWhole(merger, nameOf([key, String(at)]), { base, yours, theirs }, (row) => row && wordsOf(row))
    return (choices) => [whole(choices)].filter((row) => row !== undefined)
  }
  const parts = (language: 'en' | 'es', path: string[]) =>
    mergeJson(merger, [...path, key, String(at)], {
      base: base[language],
      yours: yours[language],
      theirs: theirs[language],
    })
  const [english, spanish] = [parts('en', []), parts('es', ['translations', 'es'])]
  return (choices) => [{ en: english(choices), es: spanish(choices) }]
}

function mergeJson(merger: Merger, path: string[], versions: Versions<unknown>): Resolve<unknown> {
  const { base, yours, theirs } = versions
  if (isRecord(yours) && isRecord(theirs))
    return mergeObjects(merger, path, { base: isRecord(base) ? base : {}, yours, theirs })
  if (fieldOf(merger.page, path)?.type === 'html' && typeof yours === 'string' && typeof theirs === 'string')
    return mergeHtml(merger, nameOf(path), { base: typeof base === 'string' ? base : '', yours, theirs })
  return mergeWhole(merger, nameOf(path), versions, (value) => (value === undefined ? undefined : shown(value)))
}

function mergeObjects(merger: Merger, path: string[], { base, yours, theirs }: Versions<Json>): Resolve<Json> {
  const merged = Object.keys({ ...theirs, ...yours }).map((key) => {
    const versions = { base: base[key], yours: yours[key], theirs: theirs[key] }
    return [key, mergeJson(merger, [...path, key], versions)] as const
  })
  return (choices) =>
    Object.fromEntries(
      merged.map(([key, resolve]) => [key, resolve(choices)]).filter(([, value]) => value !== undefined),
    )
}

/** The text with what differs written into it; all else stays as it is laid out. */
function writeChanges(text: string, path: JsonPath, from: Json, to: Json): string {
  return Object.keys({ ...from, ...to }).reduce((written, key) => {
    const [was, is] = [from[key], to[key]]
    if (isSame(was, is)) return written
    return isRecord(was) && isRecord(is)
      ? writeChanges(written, [...path, key], was, is)
      : writeAt(written, [...path, key], is)
  }, text)
}

const writeList = (text: string, path: JsonPath, list: unknown[]): string =>
  isSame(readAt(checkJson(text).value, path), list) ? text : writeAt(text, path, list)

function withoutLists(content: Json, keys: string[]): Json {
  const without = (texts: Json) => Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key)))
  const { translations } = content
  const isTranslated = isRecord(translations) && isRecord(translations.es)
  return {
    ...without(content),
    ...(isTranslated ? { translations: { ...translations, es: without(translations.es as Json) } } : {}),
  }
}

function listAt(content: Json, path: JsonPath): unknown[] {
  const list = readAt(content, path)
  return Array.isArray(list) ? list : []
}

const toText = (row: Row) => JSON.stringify(row)
const rowOf = (text: string | undefined): Row | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Row)
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
const wordsOf = ({ en, es }: Row): string =>
  [en, es]
    .flatMap((row) => (isRecord(row) ? Object.values(row) : []))
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n')
