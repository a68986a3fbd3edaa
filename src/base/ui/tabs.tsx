import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'

export type Tab = { id: string; title: string; panel: ReactNode }

/**
 * Tabs after the WAI-ARIA pattern; `#id` in the address opens one, and without scripts all panels show. Each is a link
 * to its address, so that a click counts before the page can answer it.
 */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const [chosen, setChosen] = useState(tabs[0]?.id)
  const list = useRef<HTMLDivElement>(null)
  const selected = tabs.some(({ id }) => id === chosen) ? chosen : tabs[0]?.id

  useEffect(() => {
    const follow = () => {
      const hash = decodeHash()
      if (list.current?.querySelector(`#${CSS.escape(`tab-${hash}`)}`)) setChosen(hash)
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])

  function select(id: string) {
    setChosen(id)
    history.replaceState(history.state, '', `#${encodeURIComponent(id)}`)
  }

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
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ id, title }) => (
          <a
            key={id}
            href={`#${encodeURIComponent(id)}`}
            role="tab"
            id={`tab-${id}`}
            aria-controls={`panel-${id}`}
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
          id={`panel-${id}`}
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

function decodeHash(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}
