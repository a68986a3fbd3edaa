import { useState } from 'react'
import type { Site } from '#contract/site'
import { useText } from '#i18n/i18n'
import { MenuLink } from './own-links'
import { useSiteText } from './use-site-text'

type AnnouncementProps = { announcement: NonNullable<Site['announcement']> }

/**
 * The owner's announcement above every page, until the visitor closes it: a cookie remembers the closed text, and
 * `start.ts` hides it before hydration.
 */
export function Announcement({ announcement: { text, href, key } }: AnnouncementProps) {
  const t = useText()
  const say = useSiteText()
  const [closed, setClosed] = useState('')
  if (key === closed) return null

  function close() {
    document.cookie = `${key}; Path=/; Max-Age=31536000; SameSite=Lax`
    setClosed(key)
  }

  return (
    <aside className="announcement" data-key={key} aria-label={t('announcement.label')} suppressHydrationWarning>
      {href === null ? <p {...say(text)} /> : <MenuLink link={{ label: text, href }} />}
      <button type="button" aria-label={t('announcement.close')} onClick={close}>
        <span className="close-icon" aria-hidden="true" />
      </button>
    </aside>
  )
}
