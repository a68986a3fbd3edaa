import { changedFields, pick, type Values } from './values'

export type Side = 'yours' | 'theirs'
export type Choices = Record<string, Side>

/** The fields in which two versions of a record differ. */
export function differences(yours: Values, theirs: Values): string[] {
  return [...new Set([...Object.keys(yours), ...Object.keys(theirs)])].filter((field) => yours[field] !== theirs[field])
}

/** What to begin with: a field that only they changed is theirs, one that you changed is yours. */
export function firstChoices(base: Values, yours: Values, theirs: Values): Choices {
  return Object.fromEntries(
    differences(yours, theirs).map((field) => [field, yours[field] === base[field] ? 'theirs' : 'yours']),
  )
}

/** The version that results: theirs, with your value in every field chosen so. */
export function mergeVersions(yours: Values, theirs: Values, choices: Choices): Values {
  const merged: Values = { ...theirs }
  for (const [field, side] of Object.entries(choices)) {
    const value = yours[field]
    if (side === 'yours' && value !== undefined) merged[field] = value
    else if (side === 'yours') delete merged[field]
  }
  return merged
}

/** Both changes together, where they touch different fields (or make the same of one); else undefined. */
export function mergeApart<V extends Values>(base: V, yours: V, theirs: V): V | undefined {
  const mine = changedFields(base, yours)
  const overlaps = changedFields(base, theirs).some((field) => mine.includes(field) && yours[field] !== theirs[field])
  return overlaps ? undefined : { ...theirs, ...pick(yours, mine) }
}
