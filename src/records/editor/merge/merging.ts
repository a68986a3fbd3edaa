import { disarm, rearm } from '#editing/rich-text/disarm'
import type { Values } from '#records/editor/values/values'
import { type ListConflict, mergeLists } from './three-way'

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
