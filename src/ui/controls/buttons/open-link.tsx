import type { MouseEvent, ReactNode } from 'react'

type OpenLinkProps = { href: string; onOpen: () => void; children: ReactNode }

/** A link to a list entry's own URL that opens it beside the list; modified clicks open a new tab. */
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
