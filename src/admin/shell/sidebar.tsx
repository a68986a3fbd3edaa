import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { figuresAtom } from '#admin/live/use-live'
import { useForgetUser } from '#auth/sessions/current-user'
import { userAtom, logout } from '#auth/sessions/session'
import { Button } from '#ui/controls/buttons/button'
import { LogoutIcon } from '#ui/controls/buttons/icons'
import { useLeave } from '#editing/leave-guard'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { Link } from '#ui/link'
import { useToast } from '#ui/toasts/toast'
import { AdminBrand } from './admin-brand'
import { accountEntry, type Entry, entries, siteEntries, systemEntries } from './entries'
import { LanguageSwitch } from './language-switch'

/** `onLeave` is called when a link is followed or the user logs out. */
export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  // In a low window the list scrolls.
  useEffect(() => {
    void list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="admin-sidebar">
      <AdminBrand />
      <div className="admin-groups" ref={list}>
        <nav aria-label={t('adminNav.label')}>
          <EntryList entries={entries} onLeave={onLeave} />
        </nav>
        <NamedGroup name="adminNav.site" entries={siteEntries} onLeave={onLeave} />
        <NamedGroup name="adminNav.system" entries={systemEntries} onLeave={onLeave} />
      </div>
      <Person onLeave={onLeave} />
    </div>
  )
}

/** The signed-in person and their account links, visible at any window height. */
function Person({ onLeave }: { onLeave?: () => void }) {
  const t = useText()
  const user = useAtomValue(userAtom)
  const leaving = useLogout()
  const leave = useLeave()
  const logOut = () =>
    leave(() => {
      onLeave?.()
      leaving.mutate()
    })
  return (
    <div className="admin-person">
      <p className="admin-user">
        <span>{t('adminNav.loggedInAs')}</span> <strong>{user?.username || t('adminNav.admin')}</strong>
      </p>
      <div className="admin-person-menu">
        <EntryLink entry={accountEntry} onLeave={onLeave} />
        <Button variant="quiet" onPress={logOut} isPending={leaving.isPending}>
          <LogoutIcon />
          {t('adminNav.logout')}
        </Button>
      </div>
      <LanguageSwitch />
    </div>
  )
}

function NamedGroup({ name, ...list }: EntryListProps & { name: MessageId }) {
  const t = useText()
  const id = useId()
  return (
    <nav aria-labelledby={id}>
      <h2 className="admin-group-name" id={id}>
        {t(name)}
      </h2>
      <EntryList {...list} />
    </nav>
  )
}

type EntryListProps = { entries: Entry[]; onLeave?: () => void }

function EntryList({ entries: listed, onLeave }: EntryListProps) {
  return (
    <ul className="admin-nav">
      {listed.map((entry) => (
        <li key={entry.path}>
          <EntryLink entry={entry} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  )
}

function EntryLink({ entry: { path, label, Icon }, onLeave }: { entry: Entry; onLeave?: () => void }) {
  const t = useText()
  const { pathname } = useLocation()
  const current = isCurrent(pathname, path) ? 'page' : undefined
  return (
    <Link className="admin-entry" href={href(path)} aria-current={current} onClick={onLeave}>
      <Icon />
      {t(label)}
      {path === adminPaths.messages && <Unread />}
    </Link>
  )
}

/** The number of new messages, as part of the entry's accessible name. */
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

function useLogout() {
  const t = useText()
  const toast = useToast()
  const forgetUser = useForgetUser()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => logout(),
    onSuccess: () => {
      navigate(href(adminPaths.login))
      forgetUser()
      toast({ title: t('logout.successTitle'), description: t('logout.successText') })
    },
    onError: () =>
      toast({ variant: 'destructive', title: t('logout.failedTitle'), description: t('logout.failedText') }),
  })
}
