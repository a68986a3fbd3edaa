import { useAtomValue } from 'jotai'
import { useState, useSyncExternalStore } from 'react'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { announcementKey, closedAnnouncement } from './closed-announcement'
import { MenuLink } from './menu-link'
import { useSiteText } from './use-site-text'

/** What the owner has to say above every page, until the visitor closes it. */
export function Announcement() {
  const t = useText()
  const say = useSiteText()
  const { announcement } = useAtomValue(siteAtom)
  const closedBefore = useSyncExternalStore(subscribeToNothing, closedAnnouncement, () => null)
  const [closed, setClosed] = useState<string>()
  const key = announcement ? JSON.stringify(announcement.text) : ''
  if (!announcement || key === closed || key === closedBefore) return null

  function close() {
    try {
      localStorage.setItem(announcementKey, key)
    } catch {
      // Without a place to store it, it is closed until the next page is loaded.
    }
    setClosed(key)
  }

  const { text, href } = announcement
  return (
    <aside className="announcement" data-key={key} aria-label={t('announcement.label')} suppressHydrationWarning>
      {href === null ? <p {...say(text)} /> : <MenuLink link={{ label: text, href }} />}
      <button type="button" aria-label={t('announcement.close')} onClick={close}>
        <span className="close-icon" aria-hidden="true" />
      </button>
    </aside>
  )
}

const subscribeToNothing = () => () => {}
