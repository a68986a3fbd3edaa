import { useEffect, useEffectEvent } from 'react'

const fields = 'input, textarea, select, [contenteditable=true], [role=textbox], [role=combobox]'

/** Single-key shortcuts of the whole admin: inactive in fields, below dialogs, and where the screen has used the key. */
export function useShellKeys(commands: Readonly<Record<string, (() => void) | undefined>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const command = commands[event.key]
    if (!command || event.defaultPrevented || event.isComposing || !isPlain(event) || isElsewhere(event.target)) return
    event.preventDefault()
    command()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** AltGr, which Spanish keyboards need for [, is reported as Ctrl and Alt. */
const isPlain = (event: KeyboardEvent) =>
  (!event.ctrlKey && !event.metaKey && !event.altKey) || event.getModifierState('AltGraph')

const isElsewhere = (target: EventTarget | null) =>
  document.querySelector('.kit-overlay, .kit-popover') !== null ||
  (target instanceof Element && target.closest(fields) !== null)
