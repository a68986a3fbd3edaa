import { useEffect, useEffectEvent } from 'react'

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** How a shortcut is written on this machine: `Ctrl+S`, `⌘S`. */
export const shortcut = (key: string): string => (isApple() ? `⌘${key}` : `Ctrl+${key}`)

/** Ctrl+S, or Cmd+S, saves instead of saving the page. */
export function useSaveShortcut(onSave: () => void) {
  const save = useEffectEvent(onSave)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      save()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
