import { editorAddress, recordKindOf } from '#features/kinds'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { usePageLanguage } from '#i18n/language-atom'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import { Link } from '#ui/link'
import type { ActivityEntry } from '../contract'
import { type ActivityGroup, selfExplanatoryActions } from './group-entries'

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
