import { disarm, rearm } from '#editing/rich-text/disarm'
import type { Values } from '#records/editor/values/values'
import { diffArrays } from 'diff'

/** Which version of a conflict to use; for paragraphs it can be both. */
export type Side = 'yours' | 'theirs' | 'both'

export type Choices = Readonly<Record<string, Side>>

type Value = string | boolean

export type Versions<T> = { base: T; yours: T; theirs: T }

export const mapVersions = <From, To>(
  { base, yours, theirs }: Versions<From>,
  change: (value: From) => To,
): Versions<To> => ({ base: change(base), yours: change(yours), theirs: change(theirs) })

/** A conflict: both sides have changed the value. It is undefined where it was removed. */
export type Conflict = Versions<Value | undefined> & {
  key: string
  field: string
  /** The number of the paragraph in the field, from 1. */
  paragraph?: number
  isHtml: boolean
}

/** The result of merging two changes of one record. */
export type Merging<V> = {
  conflicts: readonly Conflict[]
  /** The fields in which changes of theirs were merged without a conflict. */
  autoMerged: readonly string[]
  resolve: (choices: Choices) => V
}

export type Merge<V> = (versions: Versions<V>) => Merging<V>

export type Resolve<T> = (choices: Choices) => T

export type Collected = { conflicts: Conflict[]; autoMerged: Set<string> }

/** Merges formatted texts by top-level block, other fields as a whole. */
export function mergeFields<V extends Values>(
  whole: Versions<V>,
  isHtml: (field: string) => boolean = () => false,
): Merging<V> {
  const collected: Collected = { conflicts: [], autoMerged: new Set() }
  const fields = Object.keys({ ...whole.theirs, ...whole.yours }).map((field) => {
    const versions = mapVersions<V, Value | undefined>(whole, (values) => values[field])
    const resolve = isHtml(field)
      ? mergeHtml(
          collected,
          field,
          mapVersions(versions, (value) => String(value ?? '')),
        )
      : mergeValue<Value | undefined>(collected, field, versions, (value) => value)
    return [field, resolve] as const
  })
  return {
    conflicts: collected.conflicts,
    autoMerged: [...collected.autoMerged],
    resolve: (choices) =>
      Object.fromEntries(
        fields.flatMap(([field, resolve]) => {
          const value = resolve(choices)
          return value === undefined ? [] : [[field, value]]
        }),
      ) as V,
  }
}

/** `shown`: the form for display. */
export function mergeValue<T>(
  { conflicts, autoMerged }: Collected,
  field: string,
  versions: Versions<T>,
  shown: (value: T) => Value | undefined,
): Resolve<T> {
  const { base, yours, theirs } = versions
  if (isSame(yours, theirs) || isSame(theirs, base)) return () => yours
  if (isSame(yours, base)) {
    autoMerged.add(field)
    return () => theirs
  }
  conflicts.push({ key: field, field, isHtml: false, ...mapVersions(versions, shown) })
  return (choices) => (choices[field] === 'theirs' ? theirs : yours)
}

/** Merges formatted text by top-level block. */
export function mergeHtml(
  { conflicts, autoMerged }: Collected,
  field: string,
  { base, yours, theirs }: Versions<string>,
): Resolve<string> {
  if (yours === theirs || theirs === base) return () => yours
  if (yours === base) {
    autoMerged.add(field)
    return () => theirs
  }
  const yourBlocks = blocksOf(yours)
  const merged = mergeLists(blocksOf(base), yourBlocks, blocksOf(theirs))
  const keyOf = ({ at }: ListConflict) => `${field} ${at}`
  const unresolved = merged.filter((entry) => typeof entry !== 'string')
  conflicts.push(
    ...unresolved.map((entry) => ({ ...entry, key: keyOf(entry), field, paragraph: entry.at + 1, isHtml: true })),
  )
  const resolve: Resolve<string[]> = (choices) =>
    merged
      .flatMap((entry) => (typeof entry === 'string' ? [entry] : chosenOf(entry, choices[keyOf(entry)])))
      .filter((block) => block !== undefined)
  if (!isSame(resolve({}), yourBlocks)) autoMerged.add(field)
  return (choices) => resolve(choices).join('\n')
}

function chosenOf({ yours, theirs }: ListConflict, side: Side | undefined): (string | undefined)[] {
  if (side === 'both') return [theirs, yours]
  return [side === 'theirs' ? theirs : yours]
}

function blocksOf(html: string): string[] {
  const { body } = new DOMParser().parseFromString(disarm(html), 'text/html')
  return [...body.childNodes]
    .map((node) => {
      // From a parsed document, in which nothing loads or runs.
      const holder = body.ownerDocument.createElement('div')
      holder.append(node.cloneNode(true))
      return rearm(holder.innerHTML.trim())
    })
    .filter((block) => block !== '')
}

export const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

/** An entry that both sides have changed differently; undefined where it was removed. */
export type ListConflict = { at: number; base: string; yours: string | undefined; theirs: string | undefined }

/**
 * The changes of one side: the new value of each entry of the base (undefined: removed), and the insertions before each
 * and at the end.
 */
type Changes = { entries: (string | undefined)[]; inserted: string[][] }

/**
 * A three-way merge of lists: entries that only one side has changed, removed, moved or inserted are as on that side.
 * Insertions of both at one position are kept, theirs first.
 */
export function mergeLists(
  base: readonly string[],
  yours: readonly string[],
  theirs: readonly string[],
): (string | ListConflict)[] {
  const yourChanges = changesOf(base, yours)
  const theirChanges = changesOf(base, theirs)
  followMoves(base, yourChanges, theirChanges)
  followMoves(base, theirChanges, yourChanges)
  const merged = base.flatMap((entry, at): (string | ListConflict)[] => [
    ...bothInserted(yourChanges, theirChanges, at),
    ...mergeEntry(at, entry, yourChanges.entries[at], theirChanges.entries[at]),
  ])
  return [...merged, ...bothInserted(yourChanges, theirChanges, base.length)]
}

function mergeEntry(at: number, base: string, yours: string | undefined, theirs: string | undefined) {
  if (yours !== theirs && yours !== base && theirs !== base) return [{ at, base, yours, theirs }]
  const entry = yours === base ? theirs : yours
  return entry === undefined ? [] : [entry]
}

/** Entries that both have inserted occur once. */
function bothInserted(yours: Changes, theirs: Changes, at: number): string[] {
  const first = theirs.inserted[at] ?? []
  return [...first, ...(yours.inserted[at] ?? []).filter((entry) => !first.includes(entry))]
}

function changesOf(base: readonly string[], now: readonly string[]): Changes {
  const entries: (string | undefined)[] = [...base]
  const inserted = Array.from({ length: base.length + 1 }, (): string[] => [])
  const isMoved = (entry: string) => base.includes(entry) && now.includes(entry)
  let at = 0
  let deletions: string[] = []
  let insertions: string[] = []
  const endRun = () => {
    let next = 0
    for (const [index, to] of pairUp(deletions, insertions, isMoved).entries()) {
      const place = at - deletions.length + index
      entries[place] = to === undefined ? undefined : insertions[to]
      if (to === undefined) continue
      inserted[place]?.push(...insertions.slice(next, to))
      next = to + 1
    }
    inserted[at]?.push(...insertions.slice(next))
    deletions = []
    insertions = []
  }
  for (const { value, added, removed } of diffArrays([...base], [...now])) {
    if (added) insertions.push(...value)
    else if (!removed) endRun()
    if (!added) at += value.length
    if (removed) deletions.push(...value)
  }
  // Ends the last run of changes.
  endRun()
  return { entries, inserted }
}

/** The maximum number of comparisons to match removed and inserted entries. */
const maxComparisons = 4000

/** Entries with a lower similarity of words are unrelated. */
const minSimilarity = 0.3

/** For each removed entry the index of the inserted entry that replaces it, in order; undefined if there is none. */
function pairUp(removed: string[], added: string[], isMoved: (entry: string) => boolean): (number | undefined)[] {
  const isOneToOne = removed.length === added.length && ![...removed, ...added].some(isMoved)
  if (isOneToOne) return removed.map((_, index) => index)
  if (removed.length * added.length > maxComparisons) return removed.map(() => undefined)
  const similarities = removed.map((from) =>
    added.map((to) => {
      const similar = isMoved(from) || isMoved(to) ? 0 : similarity(from, to)
      return similar < minSimilarity ? 0 : similar
    }),
  )
  /** The best total similarity of the remaining entries, from these indexes on. */
  const best = Array.from({ length: removed.length + 1 }, () => Array.from({ length: added.length + 1 }, () => 0))
  const bestAt = (from: number, to: number) => best[from]?.[to] ?? 0
  const similarityAt = (from: number, to: number) => similarities[from]?.[to] ?? 0
  for (let from = removed.length - 1; from >= 0; from--)
    for (let to = added.length - 1; to >= 0; to--)
      best[from]![to] = Math.max(
        bestAt(from + 1, to),
        bestAt(from, to + 1),
        similarityAt(from, to) > 0 ? similarityAt(from, to) + bestAt(from + 1, to + 1) : 0,
      )
  let to = 0
  return removed.map((_, from) => {
    while (to < added.length && bestAt(from, to) === bestAt(from, to + 1) && bestAt(from, to) > bestAt(from + 1, to))
      to++
    const isPair = similarityAt(from, to) > 0 && bestAt(from, to) === similarityAt(from, to) + bestAt(from + 1, to + 1)
    return isPair ? to++ : undefined
  })
}

/** The share of common words of two entries, from 0 to 1. */
function similarity(one: string, other: string): number {
  const [ofOne, ofOther] = [wordsOf(one), wordsOf(other)]
  const shared = [...ofOne].filter((word) => ofOther.has(word)).length
  return ofOne.size + ofOther.size === 0 ? 0 : (2 * shared) / (ofOne.size + ofOther.size)
}

const wordsOf = (entry: string) => new Set(entry.replaceAll(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu))

/**
 * An entry that one side moved and the other changed is moved and changed; one that both moved is where `other` has it.
 */
function followMoves(base: readonly string[], mover: Changes, other: Changes): void {
  for (const [at, entry] of base.entries()) {
    const place = mover.entries[at] === undefined ? placeOf(mover, entry) : undefined
    if (!place) continue
    const changed = other.entries[at]
    if (changed === undefined && placeOf(other, entry)) place.among.splice(place.index, 1)
    else if (changed !== undefined && changed !== entry) {
      place.among[place.index] = changed
      other.entries[at] = entry
    }
  }
}

function placeOf({ inserted }: Changes, entry: string): { among: string[]; index: number } | undefined {
  const among = inserted.find((entries) => entries.includes(entry))
  return among && { among, index: among.indexOf(entry) }
}
