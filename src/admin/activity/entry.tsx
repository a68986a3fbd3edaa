import { useAtomValue } from 'jotai'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import type { MessageId } from '#i18n/messages'
import { Link } from '#ui/link'
import type { ActivityEntry } from '#features/activity/contract'
import { editorAddress, recordKindOf } from '#features/kinds'
import { type ActivityGroup, selfExplanatoryActions } from './group-entries'

type EntryProps = {
  group: ActivityGroup
  /** A later entry says that the record was deleted. */
  isGone: boolean
}

/** Who did what to which record, how often, when and from where. */
export function Entry({ group: { newest, actions }, isGone }: EntryProps) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const { at, user, action, kind, recordId, address, device } = newest
  const isSpokenOut = selfExplanatoryActions.has(action)
  const name = nameOf(newest, t)
  const href = isGone || isSpokenOut ? undefined : addressOf(newest)
  const done = actions.map(({ action: one, count }) => {
    const verb = t(`activity.did.${one}`)
    return count > 1 ? t('activity.times', { verb, count }) : verb
  })
  return (
    <li className="activity-entry">
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
      <p className="kit-note">
        <time dateTime={at}>{dateTime(at, language)}</time>
        {[device, address].filter((part) => part !== '').map((part) => ` · ${part}`)}
      </p>
    </li>
  )
}

function nameOf({ action, kind, recordId, title }: ActivityEntry, t: ReturnType<typeof useText>): string | null {
  if (kind === 'page' && recordId !== null) return t(`page.${recordId}` as MessageId)
  if (title) return title
  if (action === 'invited') return t('activity.anybody')
  if (selfExplanatoryActions.has(action) || recordId === null) return null
  return recordKindOf(kind) ? t('activity.untitled', { id: recordId }) : recordId
}

/** Where what was written is looked at or changed. */
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
