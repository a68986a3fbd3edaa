import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** `alias` is another id for URL fragments. */
export type Tab = { id: string; alias?: string; title: string; panel: ReactNode }

/**
 * Tabs after the WAI-ARIA pattern; `#id` in the URL opens one, and without scripts all panels show. Each is a link to its
 * panel, so that a click works before hydration; until then the style sheet shows the panel that the URL names instead of
 * the one that the server chose.
 */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const isAlive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const hash = decode(useLocation().hash)
  const [chosen, setChosen] = useState(hash)
  const idOf = (name: string) => tabs.find(({ id, alias }) => name === id || name === alias)?.id
  // A fragment that names no tab, such as the skip link's target, leaves the open tab as it is.
  if (hash !== chosen && idOf(hash)) setChosen(hash)
  const selected = (isAlive ? idOf(chosen) : undefined) ?? tabs[0]?.id

  const select = (id: string) => navigate(`#${encodeURIComponent(id)}`, { replace: true, preventScrollReset: true })

  function choose(event: MouseEvent, id: string) {
    event.preventDefault()
    select(id)
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    if (event.key === ' ') {
      event.preventDefault()
      event.currentTarget.click()
    }
    const to = target(
      event.key,
      tabs.findIndex(({ id }) => id === selected),
      tabs.length,
    )
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab) return
    event.preventDefault()
    select(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to ?? 0]?.focus()
  }

  return (
    <div className="tabs" data-alive={isAlive || undefined}>
      <div className="tab-list" role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ id, title }) => (
          <a
            key={id}
            href={`#${encodeURIComponent(id)}`}
            role="tab"
            id={`tab-${id}`}
            aria-controls={id}
            aria-selected={id === selected}
            tabIndex={id === selected ? 0 : -1}
            onClick={(event) => choose(event, id)}
            onKeyDown={move}
          >
            {title}
          </a>
        ))}
      </div>
      {tabs.map(({ id, panel }) => (
        <div
          key={id}
          className="tab-panel"
          role="tabpanel"
          id={id}
          aria-labelledby={`tab-${id}`}
          tabIndex={0}
          hidden={id !== selected}
        >
          {panel}
        </div>
      ))}
    </div>
  )
}

function target(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

function decode(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
