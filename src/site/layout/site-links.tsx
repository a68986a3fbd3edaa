import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { Submenu } from './late-parts'
import { MenuLink } from './menu-link'

type SiteLinksProps = {
  /** The name that the submenus of one menu share: of them one is open at a time. Without it they are left out. */
  submenus?: string
  onFollow?: () => void
}

/** The parts of the site, as header, menu and footer list them. */
export function SiteLinks({ submenus, onFollow }: SiteLinksProps) {
  const { navigation } = useAtomValue(siteAtom)
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
