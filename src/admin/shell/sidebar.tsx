import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { useLocation } from 'react-router'
import { figuresAtom } from '#admin/live/use-live'
import { userAtom } from '#auth/session'
import { Button } from '#base/controls/button'
import { LogoutIcon } from '#base/controls/icons'
import { useLeave } from '#base/editing/leave-guard'
import { href } from '#base/href'
import { useText } from '#base/i18n/i18n'
import { adminPaths } from '#base/admin-paths'
import { Link } from '#base/ui/link'
import { AdminBrand } from './admin-brand'
import { type Entry, entries, moreEntries } from './entries'
import { LanguageSwitch } from './language-switch'
import { useLogout } from './use-logout'

/** `onLeave` is called when a link is followed or the user logs out. */
export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const t = useText()
  const moreId = useId()
  const user = useAtomValue(userAtom)
  const logout = useLogout()
  const leave = useLeave()
  const logOut = () =>
    leave(() => {
      onLeave?.()
      logout.mutate()
    })
  return (
    <div className="admin-sidebar">
      <AdminBrand />
      <nav aria-label={t('adminNav.label')}>
        <EntryList entries={entries} onLeave={onLeave} />
      </nav>
      <nav className="admin-more" aria-labelledby={moreId}>
        <h2 className="admin-more-title" id={moreId}>
          {t('adminNav.more')}
        </h2>
        <EntryList entries={moreEntries} onLeave={onLeave} />
      </nav>
      <div className="admin-sidebar-foot">
        <LanguageSwitch />
        <p className="admin-user">
          <span>{t('adminNav.loggedInAs')}</span> <strong>{user?.username || t('adminNav.admin')}</strong>
        </p>
        <Button variant="quiet" onPress={logOut} isPending={logout.isPending}>
          <LogoutIcon />
          {t('adminNav.logout')}
        </Button>
      </div>
    </div>
  )
}

function EntryList({ entries: listed, onLeave }: { entries: Entry[]; onLeave?: () => void }) {
  const t = useText()
  const { pathname } = useLocation()
  return (
    <ul className="admin-nav">
      {listed.map(({ path, label, Icon }) => (
        <li key={path}>
          <Link href={href(path)} aria-current={isCurrent(pathname, path) ? 'page' : undefined} onClick={onLeave}>
            <Icon />
            {t(label)}
            {path === adminPaths.messages && <Unread />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** How many messages are new, as part of the name of the entry. */
function Unread() {
  const t = useText()
  const count = useAtomValue(figuresAtom)?.unread ?? 0
  if (count === 0) return null
  return (
    <>
      {' '}
      <span className="kit-badge admin-nav-count" aria-hidden="true">
        {count}
      </span>
      <span className="kit-hidden">{t('adminNav.unread', { count })}</span>
    </>
  )
}

const isCurrent = (location: string, path: string) => `${location}/`.startsWith(path)
