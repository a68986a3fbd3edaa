import type { MouseEvent, ReactNode } from 'react'

type OpenLinkProps = { href: string; onOpen: () => void; children: ReactNode }

/** What opens beside a list and has an address of its own; in a new tab, when that is asked for. */
export function OpenLink({ href, onOpen, children }: OpenLinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a className="kit-open" href={href} onClick={onClick}>
      {children}
    </a>
  )
}
