import type { MenuEntry } from '#contract/site'
import { MenuLink } from './menu-link'
import { useSiteText } from '../use-site-text'

type SubmenuProps = { name: string; entry: MenuEntry; onFollow?: () => void }

/** An entry with others below it: opened by the browser itself, with or without scripts, which only close it again. */
export function Submenu({ name, entry, onFollow }: SubmenuProps) {
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
