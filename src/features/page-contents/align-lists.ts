import { readAt, writeAt } from '#editing/json-text'
import { isRecord, parseJson } from '#text/parse-json'
import type { Fields } from '#records/kind/fields'

type List = unknown[]
/** A list in English and in another language, whose entries correspond by index. */
type Pair = { english: List; other: List }

/**
 * A page's JSON text with the lists of its `translations` aligned to the English ones: each entry is the translation of
 * the English one at the same index. Entries removed, added or moved in one list are so in the other; entries with an
 * `id` are matched by it. `befores` are the versions that may have been overwritten. An entry that never had an English
 * counterpart goes to the end and is not shown. Text without a change keeps its formatting.
 */
export function alignLists(text: string, fields: Fields, befores: string[] = []): string {
  const page = parseJson(text)
  const earlier = befores.map(parseJson)
  const languages = isRecord(page) && isRecord(page.translations) ? Object.keys(page.translations) : []
  const places = languages.flatMap((language) =>
    listsIn(fields).map((key) => ({ key, path: ['translations', language, key] })),
  )
  return places.reduce((written, { key, path }) => {
    const pair = pairAt(page, key, path)
    if (!pair) return written
    const pairs = earlier.flatMap((version) => pairAt(version, key, path) ?? [])
    const other = align(pair, pairs.find((before) => isSame(before.other, pair.other)) ?? pairs[0])
    return isSame(other, pair.other) ? written : writeAt(written, path, other, other.length <= mostCompared)
  }, text)
}

const listsIn = (fields: Fields) => Object.entries(fields).flatMap(([key, { type }]) => (type === 'list' ? [key] : []))

/** A page without an English list is not compared: the other list is left alone. */
function pairAt(page: unknown, key: string, path: string[]): Pair | undefined {
  const [english = [], other] = [readAt(page, [key]), readAt(page, path)]
  return Array.isArray(english) && Array.isArray(other) ? { english, other } : undefined
}

function align({ english, other }: Pair, earlier: Pair | undefined): List {
  const before = earlier && earlier.english.length > 0 ? earlier : undefined
  const isUntouched = before !== undefined && isSame(before.other, other)
  const isKept = isUntouched ? isSame(before.english, english) : english.length === other.length
  const isSettled = isKept && other.every((entry, place) => mayBelong(entry, english[place]))
  if (isSettled || (!before && english.length === 0)) return other

  const destinations = before ? destinationsAfter(before, { english, other }, isUntouched) : cameFrom(other, english)
  const rows = new Map<number, unknown>()
  for (const [index, entry] of other.entries()) {
    const place = destinations[index]
    if (typeof place === 'number') rows.set(place, entry)
  }
  const surplus = other.filter((_, index) => destinations[index] === 'surplus')
  const holes = english.keys().filter((place) => !rows.has(place))
  for (const entry of other.filter((_, index) => destinations[index] === undefined)) {
    const { value: place } = holes.next()
    if (place === undefined) surplus.push(entry)
    else rows.set(place, entry)
  }
  const length = surplus.length > 0 ? english.length : rows.keys().reduce((most, place) => Math.max(most, place + 1), 0)
  return [...Array.from({ length }, (_, place) => rows.get(place) ?? {}), ...surplus]
}

/**
 * The new index of each entry of `other`, after `before` has become `now`; undefined for a new entry. Entries removed
 * in English are removed.
 */
function destinationsAfter(before: Pair, now: Pair, isUntouched: boolean): (number | 'gone' | 'surplus' | undefined)[] {
  const places = new Map(cameFrom(now.english, before.english, true).map((origin, place) => [origin, place]))
  const origins = isUntouched ? now.other.map((_, index) => index) : cameFrom(now.other, before.other)
  return origins.map((origin) => {
    if (origin === undefined) return undefined
    if (origin >= before.english.length) return 'surplus'
    return places.get(origin) ?? 'gone'
  })
}

/** Longer lists are compared by index and written in one line, to limit the time that comparing takes. */
const mostCompared = 300

/**
 * For each entry the matching entry of an older list: an equal one, or the one with most texts in common, or (in the
 * same language) the one at the same index, all of whose texts have changed.
 */
function cameFrom(list: List, older: List, isOneLanguage = false): (number | undefined)[] {
  const found: (number | undefined)[] = list.map(() => undefined)
  const taken = new Set<number>()
  const take = (index: number, origin: number) => {
    if (found[index] !== undefined || taken.has(origin)) return
    found[index] = origin
    taken.add(origin)
  }
  if (Math.max(list.length, older.length) <= mostCompared) {
    const candidates = list.flatMap((entry, index) =>
      older.map((other, origin) => ({ index, origin, similarity: similarityOf(entry, other) })),
    )
    const likely = candidates.filter(({ similarity }) => similarity > 0)
    const distance = ({ index, origin }: (typeof likely)[number]) => Math.abs(index - origin)
    for (const { index, origin } of likely.toSorted(
      (one, another) => another.similarity - one.similarity || distance(one) - distance(another),
    ))
      take(index, origin)
  }
  if (isOneLanguage) for (const index of list.keys()) if (index < older.length) take(index, index)
  return found
}

/** The number of texts that two entries share; the same `id` outweighs all of them. */
function similarityOf(one: unknown, other: unknown): number {
  if (isSame(one, other)) return 1e9
  if (!isRecord(one) || !isRecord(other)) return 0
  const shared = Object.keys(one).filter((key) => hasValue(one[key]) && one[key] === other[key])
  return shared.includes('id') ? 1e6 : shared.length
}

/** False if both have an `id`, and not the same. */
const mayBelong = (one: unknown, other: unknown) =>
  !isRecord(one) || !isRecord(other) || !hasValue(one.id) || !hasValue(other.id) || one.id === other.id

const hasValue = (value: unknown) => (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
