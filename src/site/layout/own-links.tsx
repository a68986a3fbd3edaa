import type { MenuEntry, MenuLink as Target } from '#contract/site'
import { useSiteText } from './use-site-text'
import { StoredLink } from '#ui/prose/stored-link'

type MenuLinkProps = { link: Target; onFollow?: () => void }

/** A link of the owner's menu. */
export function MenuLink({ link: { label, href }, onFollow }: MenuLinkProps) {
  return <StoredLink href={href} onClick={onFollow} {...useSiteText()(label)} />
}

export type SiteLinksProps = {
  /** The shared `name` of a menu's submenus, of which one is open at a time. Without it submenus are left out. */
  submenus?: string
  onFollow?: () => void
}

/** The entries of the owner's menu, with their submenus. */
export function OwnLinks({ submenus, onFollow, navigation }: SiteLinksProps & { navigation: MenuEntry[] }) {
  return (
    <ul>
      {navigation.map((entry, index) => (
        // Two entries may be alike, and none moves while it is shown.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          {submenus && entry.children.length > 0 ? (
            <Submenu name={submenus} entry={entry} onFollow={onFollow} />
          ) : (
            <MenuLink link={entry} onFollow={onFollow} />
          )}
        </li>
      ))}
    </ul>
  )
}

type SubmenuProps = { name: string; entry: MenuEntry; onFollow?: () => void }

/** An entry with a submenu: opened by the browser itself, with or without scripts, which only close it. */
function Submenu({ name, entry, onFollow }: SubmenuProps) {
  const say = useSiteText()
  return (
    // The events come from the summary and the links inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details
      className="submenu"
      name={name}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
      onKeyDown={({ currentTarget, key }) => {
        if (key !== 'Escape' || !currentTarget.open) return
        currentTarget.open = false
        currentTarget.querySelector('summary')?.focus()
      }}
      onClick={({ currentTarget, target }) => {
        if (target instanceof Element && target.closest('a')) currentTarget.open = false
      }}
    >
      <summary {...say(entry.label)} />
      <ul>
        {[entry, ...entry.children].map((link, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <MenuLink link={link} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </details>
  )
}
