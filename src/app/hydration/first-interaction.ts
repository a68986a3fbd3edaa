import { languageKey } from '#i18n/language'

/** Elements to interact with; hovering one counts as the beginning of an interaction. */
const usable = 'a, button, input, textarea, select, label'
/** Elements that only work with scripts. */
const islands = 'form, [role=tablist]'
const idleAfter = 10_000

/**
 * Resolves when the visitor starts to interact: a touch, a key, hovering or focusing a control, or a change of language
 * in another tab.
 */
export const firstInteraction = () =>
  new Promise<void>((resolve) => {
    const leave = new AbortController()
    const listen = (kind: string, listener: (event: Event) => void) =>
      addEventListener(kind, listener, { capture: true, passive: true, signal: leave.signal })
    const show = () => {
      leave.abort()
      watcher.disconnect()
      resolve()
    }
    for (const kind of ['pointerdown', 'keydown', 'focusin', 'input', 'click']) listen(kind, show)
    listen('pointerover', ({ target }) => target instanceof Element && target.closest(usable) && show())
    listen('storage', (event) => event instanceof StorageEvent && event.key === languageKey && show())
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(),
    )
    // Only after scrolling: an island in view when the page loads says nothing about the visitor.
    listen('scroll', () => document.querySelectorAll(islands).forEach((island) => watcher.observe(island)))
  })

/** Resolves when the browser has been idle for ten seconds. */
export async function longIdle(): Promise<void> {
  await sleep(idleAfter)
  await idle()
}

/** Resolves when the browser is idle. Safari has no idle callbacks. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 50)
  })

export const sleep = (ms = 0) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
