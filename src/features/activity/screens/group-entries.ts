import type { ActivityEntry } from '../contract'

/** `actions` are distinct, in chronological order, with their counts. */
export type ActivityGroup = {
  newest: ActivityEntry
  actions: { action: ActivityEntry['action']; count: number }[]
}

const minute = 60_000

/** Actions whose entries need no record; they are only grouped with the same action. */
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

/** Groups entries, newest first: consecutive changes by one person to one record, within a minute of the newest. */
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

/** Whether one of these entries is the deletion of another one's record. */
export function deletedIn(entries: readonly ActivityEntry[]): (entry: ActivityEntry) => boolean {
  const gone = new Set(entries.filter(({ action }) => action === 'deleted').map(recordOf))
  return (entry) => gone.has(recordOf(entry))
}

const recordOf = ({ kind, recordId }: ActivityEntry): string => `${kind} ${recordId}`
