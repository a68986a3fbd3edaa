import type { ActivityEntry } from '#features/activity/contract'

/** `actions` in the order in which they were done, each once, with how many times. */
export type ActivityGroup = {
  newest: ActivityEntry
  actions: { action: ActivityEntry['action']; count: number }[]
}

const minute = 60_000

/** These say already what was done to what: they go together with their like alone. */
export const selfExplanatoryActions: ReadonlySet<ActivityEntry['action']> = new Set([
  'signed-in',
  'sign-in-refused',
  'signed-out',
  'session-ended',
  'invited',
  'joined',
  'removed',
  'renamed',
  'password-changed',
  'password-reset',
  'factor-begun',
  'factor-added',
  'factor-renamed',
  'factor-removed',
  'factors-removed',
  'recovery-codes-made',
  'recovery-code-used',
] as const)

/** Of lines, newest first: what one person did to one record in a row, within a minute of the newest, is one. */
export function groupEntries(entries: readonly ActivityEntry[]): ActivityGroup[] {
  const groups: ActivityEntry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    const [newest] = group ?? []
    if (group && newest && areOne(newest, entry)) group.push(entry)
    else groups.push([entry])
  }
  return groups.map((group) => ({ newest: group[0]!, actions: countActions(group.toReversed()) }))
}

const areOne = (newest: ActivityEntry, entry: ActivityEntry): boolean =>
  subjectOf(newest) === subjectOf(entry) && Date.parse(newest.at) - Date.parse(entry.at) <= minute

/** The grouping key: person, action and record, and the title, because a record may have been renamed. */
const subjectOf = ({ user, action, kind, recordId, title }: ActivityEntry): string =>
  JSON.stringify([
    user?.id,
    kind,
    recordId,
    recordId === null ? title : null,
    selfExplanatoryActions.has(action) && action,
  ])

function countActions(entries: readonly ActivityEntry[]): ActivityGroup['actions'] {
  const counts = new Map<ActivityEntry['action'], number>()
  for (const { action } of entries) counts.set(action, (counts.get(action) ?? 0) + 1)
  return [...counts].map(([action, count]) => ({ action, count }))
}
