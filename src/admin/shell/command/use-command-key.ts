import { useEffect, useEffectEvent } from 'react'

/** Ctrl+K or ⌘K, also in fields and dialogs; not where it was used already, as for links in formatted text. */
export function useCommandKey(open: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isCommand || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return
    // Otherwise the browser searches the web.
    event.preventDefault()
    open()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
