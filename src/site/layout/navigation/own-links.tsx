import type { MenuEntry } from '#contract/site'
import { MenuLink } from './menu-link'
import { Submenu } from './submenu'

export type SiteLinksProps = {
  /** The name that the submenus of one menu share: of them one is open at a time. Without it they are left out. */
  submenus?: string
  onFollow?: () => void
}

/** The entries of the owner's navigation, some with others below them. */
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
