import { useAtomValue } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { figuresAtom } from '#admin/live/use-live'
import { ariaShortcut, shortcut } from '#editing/save-shortcut'
import { useRemembered } from '#editing/use-remembered'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { IconButton, LinkButton } from '#ui/controls/buttons/button'
import { ChevronRightIcon, SearchIcon, SidebarIcon } from '#ui/controls/buttons/icons'
import { Link } from '#ui/link'
import { AdminBrand } from './admin-brand'
import { type Entry, type EntryGroup, navigation } from './entries'
import { Person } from './person'

type SidebarProps = {
  /** Called when a link is followed or the user logs out. */
  onLeave?: () => void
  /** Opens the dialog that finds anything. */
  onSearch: () => void
  /** Absent in the drawer, which is never narrow. */
  rail?: { isRail: boolean; onToggle: () => void }
}

/** The navigation; as a rail it shows icons only, with their names as tooltips. */
export function Sidebar({ onLeave, onSearch, rail }: SidebarProps) {
  const t = useText()
  const list = useRef<HTMLElement>(null)
  const isRail = rail?.isRail ?? false
  // In a low window the list scrolls.
  useEffect(() => {
    void list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="admin-sidebar" data-rail={isRail || undefined}>
      <div className="admin-sidebar-head">
        <AdminBrand />
        {rail && (
          <IconButton
            label={t(isRail ? 'adminNav.expand' : 'adminNav.collapse')}
            shortcut="["
            icon={<SidebarIcon />}
            onPress={rail.onToggle}
          />
        )}
      </div>
      <SearchButton isRail={isRail} onPress={onSearch} />
      <nav className="admin-groups" aria-label={t('adminNav.label')} ref={list}>
        <div className="admin-groups-scroll kit-fading">
          <ul className="admin-nav">
            <EntryItem entry={navigation.first} isRail={isRail} onLeave={onLeave} />
          </ul>
          {navigation.groups.map((group) => (
            <Group key={group.id} {...{ group, isRail, onLeave }} />
          ))}
        </div>
        <Group group={navigation.foot} {...{ isRail, onLeave }} />
      </nav>
      <Person isRail={isRail} onLeave={onLeave} />
    </div>
  )
}

/** Looks like the field that it opens. */
function SearchButton({ isRail, onPress }: { isRail: boolean; onPress: () => void }) {
  const t = useText()
  if (isRail)
    return (
      <IconButton
        label={t('command.label')}
        shortcut={shortcut('K')}
        tipPlacement="right"
        icon={<SearchIcon />}
        onPress={onPress}
      />
    )
  return (
    <button type="button" className="admin-search" aria-keyshortcuts={ariaShortcut('K')} onClick={onPress}>
      <SearchIcon />
      <span>{t('command.placeholder')}</span>
      <kbd className="kit-key" aria-hidden="true">
        {shortcut('K')}
      </kbd>
    </button>
  )
}

type GroupProps = { group: EntryGroup; isRail: boolean; onLeave?: () => void }

/**
 * A part of the navigation that can be closed, which this device remembers. The part of the current screen is open unless
 * it is closed there.
 */
function Group({ group: { id, name, entries, Icon }, isRail, onLeave }: GroupProps) {
  const t = useText()
  const list = useId()
  const { pathname } = useLocation()
  const hasCurrent = entries.some(({ path }) => isCurrent(pathname, path))
  const [kept, keep] = useRemembered(`industria-nav-${id}`, ['open', 'closed'], Icon ? 'closed' : 'open')
  const [isClosedHere, setIsClosedHere] = useState(false)
  const [hadCurrent, setHadCurrent] = useState(hasCurrent)
  if (hadCurrent !== hasCurrent) {
    setHadCurrent(hasCurrent)
    setIsClosedHere(false)
  }
  const isToggled = hasCurrent ? !isClosedHere : kept === 'open'
  // Between the icons of a rail there is no room for names: what is daily work stays open.
  const isOpen = isToggled || (isRail && !Icon)
  const toggle = () => {
    setIsClosedHere(isToggled)
    keep(isToggled ? 'closed' : 'open')
  }
  return (
    <div className="admin-group" data-foot={Icon ? '' : undefined}>
      <h2 hidden={isRail && !Icon}>
        {isRail && Icon ? (
          <IconButton
            label={t(name)}
            tipPlacement="right"
            icon={<Icon />}
            aria-expanded={isOpen}
            aria-controls={list}
            onPress={toggle}
          />
        ) : (
          <button
            type="button"
            className="admin-group-name"
            aria-expanded={isOpen}
            aria-controls={list}
            onClick={toggle}
          >
            {Icon && <Icon />}
            <span>{t(name)}</span>
            <ChevronRightIcon />
          </button>
        )}
      </h2>
      <ul className="admin-nav" id={list} hidden={!isOpen}>
        {entries.map((entry) => (
          <EntryItem key={entry.path} {...{ entry, isRail, onLeave }} />
        ))}
      </ul>
    </div>
  )
}

type EntryProps = { entry: Entry; onLeave?: () => void }

function EntryItem({ isRail, ...props }: EntryProps & { isRail: boolean }) {
  return <li>{isRail ? <RailLink {...props} /> : <EntryLink {...props} />}</li>
}

function useEntry({ path, label }: Entry) {
  const t = useText()
  const { pathname } = useLocation()
  const unread = useAtomValue(figuresAtom)?.unread ?? 0
  return {
    name: t(label),
    current: isCurrent(pathname, path) ? ('page' as const) : undefined,
    /** The number of new messages, at their entry. */
    count: path === adminPaths.messages ? unread : 0,
  }
}

function EntryLink({ entry, onLeave }: EntryProps) {
  const t = useText()
  const { name, current, count } = useEntry(entry)
  return (
    <Link className="admin-entry" href={href(entry.path)} aria-current={current} onClick={onLeave}>
      <entry.Icon />
      <span>{name}</span>
      {count > 0 && (
        <>
          {' '}
          <span className="admin-nav-count" aria-hidden="true">
            {count}
          </span>
          <span className="kit-hidden">{t('adminNav.unread', { count })}</span>
        </>
      )}
    </Link>
  )
}

function RailLink({ entry }: EntryProps) {
  const t = useText()
  const { name, current, count } = useEntry(entry)
  return (
    <LinkButton
      variant="quiet"
      tipPlacement="right"
      href={href(entry.path)}
      aria-current={current}
      label={count > 0 ? `${name} ${t('adminNav.unread', { count })}` : name}
      icon={
        <>
          <entry.Icon />
          {count > 0 && <span className="admin-rail-mark" />}
        </>
      }
    />
  )
}

const isCurrent = (location: string, path: string) => `${location}/`.startsWith(path)
