import { randomKey } from '#contract/random-key'
import { isRecord } from '#text/parse-json'

/** The scroll position of each history entry: browsers cannot know when a client-rendered page is tall enough. */
const places = new Map<string, number>()
const storageKey = 'industria-scroll'
const mostPlaces = 50
const timeout = 4000

let entry = ''
/** The path and query of the page that is shown; empty during a navigation. */
let page = ''
/** As of the last frame: when a link to a fragment is followed, `scrollY` is already the new position. */
let lastTop = 0
/** The position to restore after Back or Forward. */
let returning: number | undefined
/** The current navigation keeps the scroll position. */
let staying = false

/** The path and query of the browser's current page. */
export const pageNow = (): string => location.pathname + location.search

/** Replaces the browser's scroll restoration while the page is open. */
export function manageScrollPositions(): void {
  restorePlaces()
  entry = entryOf(history.state) ?? beginEntry()
  page = pageNow()
  history.scrollRestoration = 'manual'
  lastTop = scrollY
  addEventListener('scroll', () => {
    lastTop = scrollY
  })
  addEventListener('popstate', followHistory)
  addEventListener('pagehide', () => {
    keepPlaces()
    // The browser restores the position itself when the document is loaded again.
    history.scrollRestoration = 'auto'
  })
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'
  })
}

/**
 * Before a navigation: stores the scroll position, and returns the state of the new history entry. `stay`: it shows the
 * same content, so the position is kept.
 */
export function saveScrollPosition({ replace, stay }: { replace: boolean; stay: boolean }): { place: string } {
  places.set(entry, scrollY)
  if (!replace) entry = randomKey()
  page = ''
  returning = undefined
  staying = stay
  return { place: entry }
}

/**
 * After a navigation: scrolls to the stored position, to the fragment, or to the top, and focuses the fragment's element
 * or the heading. Waits for a screen that is still loading, unless the visitor scrolls meanwhile. Returns a function that
 * stops waiting.
 */
export function arrive(hash: string, settled: () => void = () => {}): () => void {
  const top = returning
  returning = undefined
  page = pageNow()
  if (staying) {
    staying = false
    return () => {}
  }
  if (top === undefined && !hash) scrollTo({ top: 0, behavior: 'instant' })
  return whenThere(
    () => partOf(hash) ?? document.querySelector<HTMLElement>('main h1'),
    (part) => {
      if (top !== undefined) scrollTo({ top, behavior: 'instant' })
      else if (hash) part.scrollIntoView()
      part.tabIndex = -1
      part.style.outline = 'none'
      part.focus({ preventScroll: true })
      settled()
    },
  )
}

function followHistory({ state }: PopStateEvent) {
  places.set(entry, lastTop)
  const known = entryOf(state)
  // An entry without a key is new: a link to a fragment of this page, to which the browser scrolls.
  entry = known ?? beginEntry()
  returning = known === undefined ? undefined : (places.get(known) ?? 0)
  if (page === pageNow() && returning !== undefined) {
    scrollTo({ top: returning, behavior: 'instant' })
    returning = undefined
  }
}

function beginEntry(): string {
  const key = randomKey()
  history.replaceState({ ...(isRecord(history.state) ? history.state : {}), place: key }, '')
  return key
}

function entryOf(state: unknown): string | undefined {
  return isRecord(state) && typeof state.place === 'string' ? state.place : undefined
}

function partOf(hash: string): HTMLElement | null {
  if (!hash) return null
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

function whenThere(find: () => HTMLElement | null, then: (element: HTMLElement) => void): () => void {
  const found = find()
  if (found) {
    then(found)
    return () => {}
  }
  const watcher = new MutationObserver(() => {
    const element = find()
    if (element) stop(() => then(element))
  })
  const giveUp = setTimeout(() => stop(() => then(document.querySelector('main') ?? document.body)), timeout)
  const cancel = () => stop()
  function stop(last?: () => void) {
    watcher.disconnect()
    clearTimeout(giveUp)
    removeEventListener('pointerdown', cancel)
    removeEventListener('keydown', cancel)
    last?.()
  }
  watcher.observe(document.body, { childList: true, subtree: true })
  addEventListener('pointerdown', cancel)
  addEventListener('keydown', cancel)
  return cancel
}

function keepPlaces() {
  places.set(entry, scrollY)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...places].slice(-mostPlaces)))
  } catch {
    // Without storage Back starts at the top after a reload.
  }
}

function restorePlaces() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [entry: string, top: number][]
    for (const [known, top] of kept) places.set(known, top)
  } catch {
    // As above.
  }
}
