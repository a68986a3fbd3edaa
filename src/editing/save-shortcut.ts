import { isComposing } from '#ui/controls/event-guards'
import { useListener } from '#ui/controls/use-listener'

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** A shortcut as text for this platform: `Ctrl+Alt+2`, `⌥⌘2`. */
export const shortcut = (key: string): string => {
  if (!isApple()) return `Ctrl+${key}`
  const parts = key.split('+')
  return parts.map((part) => appleSigns[part] ?? '').join('') + `⌘${parts.at(-1)}`
}
const appleSigns: Record<string, string> = { Alt: '⌥', Shift: '⇧' }

/** The same for `aria-keyshortcuts`. */
export const ariaShortcut = (key: string): string => `${isApple() ? 'Meta' : 'Control'}+${key}`

type Shortcuts = {
  /** Ctrl+S or Cmd+S, instead of the browser's own action. */
  onSave: () => void
  /** Ctrl+Enter or Cmd+Enter: publishes. */
  onPublish?: () => void
}

/** Listens in the capture phase: in formatted text Ctrl+Enter would insert a line break. */
export function useSaveShortcut({ onSave, onPublish }: Shortcuts) {
  const act = (event: KeyboardEvent) => {
    const action = isShortcut(event, 's') ? onSave : isShortcut(event, 'enter') ? onPublish : undefined
    // The command dialog above an editor opens its results with Ctrl+Enter.
    const isElsewhere = event.target instanceof Element && event.target.closest('[data-own-keys]') !== null
    if (!action || isElsewhere) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  useListener('keydown', act, { capture: true })
}

/** Ctrl+S submits the focused form if it saves on submit (`data-saves`), unless something else has handled the key. */
export function useSubmitShortcut() {
  useListener('keydown', (event) => {
    if (event.defaultPrevented || !isShortcut(event, 's')) return
    const form = document.activeElement?.closest<HTMLFormElement>('form[data-saves]')
    if (!form) return
    event.preventDefault()
    form.requestSubmit()
  })
}

const isShortcut = (event: KeyboardEvent, key: string) =>
  event.key.toLowerCase() === key &&
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  !event.repeat &&
  !isComposing(event)
