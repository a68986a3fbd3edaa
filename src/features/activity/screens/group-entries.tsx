import { editorAddress, recordKindOf } from '#features/kinds'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { MessageId } from '#i18n/messages'
import { Link } from '#ui/link'
import type { ActivityEntry } from '../contract'

/** `actions` are distinct, in chronological order, with their counts. */
export type ActivityGroup = {
  newest: ActivityEntry
  actions: { action: ActivityEntry['action']; count: number }[]
}

const minute = 60_000

/** Actions whose entries need no record; they are only grouped with the same action. */
const selfExplanatoryActions: ReadonlySet<ActivityEntry['action']> = new Set([
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

type ActivitySentenceProps = {
  group: ActivityGroup
  /** A later entry records the deletion of the record. */
  isGone: boolean
}

/** Who did what to which record, and how often. */
export function ActivitySentence({ group: { newest, actions }, isGone }: ActivitySentenceProps) {
  const t = useText()
  const language = usePageLanguage()
  const { user, action, kind, recordId } = newest
  const isSpokenOut = selfExplanatoryActions.has(action)
  const name = nameOf(newest, t)
  const href = isGone || isSpokenOut ? undefined : addressOf(newest)
  const done = actions.map(({ action: one, count }) => {
    const verb = t(`activity.did.${one}`)
    return count > 1 ? t('activity.times', { verb, count }) : verb
  })
  return (
    <p>
      <strong>{user?.username ?? t(action === 'sign-in-refused' ? 'activity.somebody' : 'activity.site')}</strong>{' '}
      <span>{new Intl.ListFormat(language).format(done)}</span>
      {!isSpokenOut && (
        <span className="activity-kind">
          {' '}
          {t(kind === 'project' && recordId === null ? 'activity.order' : `activity.of.${kind}`)}
        </span>
      )}
      {name && !(isSpokenOut && name === user?.username) && (
        <span className="activity-title"> {href === undefined ? name : <Link href={href}>{name}</Link>}</span>
      )}
    </p>
  )
}

function nameOf({ action, kind, recordId, title }: ActivityEntry, t: ReturnType<typeof useText>): string | null {
  if (kind === 'page' && recordId !== null) return t(`page.${recordId}` as MessageId)
  if (title) return title
  if (action === 'invited') return t('activity.anybody')
  if (selfExplanatoryActions.has(action) || recordId === null) return null
  return recordKindOf(kind) ? t('activity.untitled', { id: recordId }) : recordId
}

/** The admin screen of the changed record. */
function addressOf({ kind, recordId }: ActivityEntry): string | undefined {
  if (kind === 'settings') return adminPaths.settings
  if (kind === 'token') return `${adminPaths.integrations}?tab=tokens`
  if (kind === 'redirect') return adminPaths.redirects
  if (kind === 'site-settings') return adminPaths.site
  if (kind === 'site-text') return `${adminPaths.site}?part=texts`
  if (recordId === null) return undefined
  if (kind === 'message') return `${adminPaths.messages}?message=${recordId}`
  if (kind === 'media') return `${adminPaths.media}?item=${recordId}`
  return editorAddress(kind, recordId)
}
