import { diffArrays } from 'diff'

/** An entry that both sides have changed differently; undefined where it was removed. */
export type Clash = { at: number; base: string; yours: string | undefined; theirs: string | undefined }

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
): (string | Clash)[] {
  const mine = changesOf(base, yours)
  const other = changesOf(base, theirs)
  followMoves(base, mine, other)
  followMoves(base, other, mine)
  const merged = base.flatMap((entry, at): (string | Clash)[] => [
    ...bothInserted(mine, other, at),
    ...mergeEntry(at, entry, mine.entries[at], other.entries[at]),
  ])
  return [...merged, ...bothInserted(mine, other, base.length)]
}

function mergeEntry(at: number, base: string, yours: string | undefined, theirs: string | undefined) {
  if (yours !== theirs && yours !== base && theirs !== base) return [{ at, base, yours, theirs }]
  const entry = yours === base ? theirs : yours
  return entry === undefined ? [] : [entry]
}

/** Entries that both have inserted occur once. */
function bothInserted(mine: Changes, other: Changes, at: number): string[] {
  const theirs = other.inserted[at] ?? []
  return [...theirs, ...(mine.inserted[at] ?? []).filter((entry) => !theirs.includes(entry))]
}

function changesOf(base: readonly string[], now: readonly string[]): Changes {
  const entries: (string | undefined)[] = [...base]
  const inserted = Array.from({ length: base.length + 1 }, (): string[] => [])
  const isMoved = (entry: string) => base.includes(entry) && now.includes(entry)
  let at = 0
  let gone: string[] = []
  let come: string[] = []
  const settle = () => {
    let next = 0
    for (const [index, to] of pairUp(gone, come, isMoved).entries()) {
      const place = at - gone.length + index
      entries[place] = to === undefined ? undefined : come[to]
      if (to === undefined) continue
      inserted[place]?.push(...come.slice(next, to))
      next = to + 1
    }
    inserted[at]?.push(...come.slice(next))
    gone = []
    come = []
  }
  for (const { value, added, removed } of diffArrays([...base], [...now])) {
    if (added) come.push(...value)
    else if (!removed) settle()
    if (!added) at += value.length
    if (removed) gone.push(...value)
  }
  // Ends the last run of changes.
  settle()
  return { entries, inserted }
}

/** The maximum number of comparisons to match removed and inserted entries. */
const mostCompared = 4000
/** Entries with a lower similarity of words are unrelated. */
const likeEnough = 0.3

/** For each removed entry the index of the inserted entry that replaces it, in order; undefined if there is none. */
function pairUp(gone: string[], come: string[], isMoved: (entry: string) => boolean): (number | undefined)[] {
  const isOneToOne = gone.length === come.length && ![...gone, ...come].some(isMoved)
  if (isOneToOne) return gone.map((_, index) => index)
  if (gone.length * come.length > mostCompared) return gone.map(() => undefined)
  const worth = gone.map((from) =>
    come.map((to) => {
      const like = isMoved(from) || isMoved(to) ? 0 : similarity(from, to)
      return like < likeEnough ? 0 : like
    }),
  )
  /** The best total similarity of the remaining entries, from these indexes on. */
  const best = Array.from({ length: gone.length + 1 }, () => Array.from({ length: come.length + 1 }, () => 0))
  const bestAt = (from: number, to: number) => best[from]?.[to] ?? 0
  const worthOf = (from: number, to: number) => worth[from]?.[to] ?? 0
  for (let from = gone.length - 1; from >= 0; from--)
    for (let to = come.length - 1; to >= 0; to--)
      best[from]![to] = Math.max(
        bestAt(from + 1, to),
        bestAt(from, to + 1),
        worthOf(from, to) > 0 ? worthOf(from, to) + bestAt(from + 1, to + 1) : 0,
      )
  let to = 0
  return gone.map((_, from) => {
    while (to < come.length && bestAt(from, to) === bestAt(from, to + 1) && bestAt(from, to) > bestAt(from + 1, to))
      to++
    const isPair = worthOf(from, to) > 0 && bestAt(from, to) === worthOf(from, to) + bestAt(from + 1, to + 1)
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
