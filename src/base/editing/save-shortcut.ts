import { useEffect, useEffectEvent } from 'react'

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** How a shortcut is written on this machine: `Ctrl+Alt+2`, `⌥⌘2`. */
export const shortcut = (key: string): string => {
  if (!isApple()) return `Ctrl+${key}`
  const parts = key.split('+')
  return parts.map((part) => appleSigns[part] ?? '').join('') + `⌘${parts.at(-1)}`
}
const appleSigns: Record<string, string> = { Alt: '⌥', Shift: '⇧' }

/** The same for `aria-keyshortcuts`. */
export const ariaShortcut = (key: string): string => `${isApple() ? 'Meta' : 'Control'}+${key}`

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
