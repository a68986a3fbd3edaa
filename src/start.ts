import { goOnWithoutScripts, queueEvents, replayEvents } from '#app/hydration/queued-events'
import { idle, firstInteraction, longIdle, sleep } from '#app/hydration/first-interaction'
import { loadFonts } from '#app/hydration/late-fonts'
import { addSheet, bringNear } from '#app/hydration/late-styles'
import { islandId } from '#app/document/island'
import { siteCatalogs } from '#app/shell/browser-catalogs'
import { readAddress } from '#i18n/addresses/href'
import { defaultLanguage, isLanguage, type Language } from '#i18n/language'
import { settleLanguage } from '#i18n/preference'

/**
 * The entry of every page. A public page can be read, and its links and forms work, as the server sent it: what brings
 * it alive is fetched once it is painted, and run when the visitor is about to use it. The admin lives in the browser
 * alone.
 */
const { sheets = '', modules = '' } = document.querySelector<HTMLElement>('script[data-modules]')?.dataset ?? {}
const isPublic = modules !== ''
const shown = location.pathname + location.search
const visitor = firstInteraction()
queueEvents()
addEventListener('popstate', followHistory)

// The script may come before the end of the document does.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()

function start() {
  hideClosed(document.querySelector('.announcement'))
  const language = settleLanguage(readAddress(location.pathname).pinned)
  const { lang } = document.documentElement
  // A page in the background is painted later, and need not wait.
  const painted = document.hidden ? Promise.resolve() : somethingPainted()
  // Tabs that an address names are chosen by scripts alone.
  const inTime = () => (location.hash ? painted.then(idle) : longIdle())
  const mayWait = isPublic && language === lang && isComplete() && !cameByLink()
  const wanted = mayWait ? Promise.race([visitor, inTime()]) : undefined
  painted.then(() => comeAlive(isLanguage(lang) ? lang : defaultLanguage, wanted)).catch(reloadOnce)
}

/** The cached page is the same for all visitors: an announcement that this one has closed is removed before hydration. */
function hideClosed(bar: HTMLElement | null) {
  if (bar) bar.hidden = document.cookie.includes(bar.dataset.key ?? '')
}

/** What came late, or not at all, is shown by the browser alone. */
function isComplete(): boolean {
  return document.getElementById(islandId)?.dataset.incomplete === undefined
}

/** Who has followed one link may well follow another, and soon. */
function cameByLink(): boolean {
  return document.referrer.startsWith(`${location.origin}/`)
}

/** Resolves after the first contentful paint, which earlier requests would delay. */
async function somethingPainted(): Promise<void> {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint'))
    return new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve))
    })
  const painted = new Promise<void>((resolve) => {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
  await Promise.race([painted, sleep(2000)])
}

/** One library after the other, with room for the visitor's events between them: none of them is a long task. */
async function comeAlive(language: Language, wanted: Promise<void> | undefined) {
  loadFonts().catch(() => {}) // the stand-in stays
  const libraries = modules.split(' ')
  const styles = isPublic ? sheets.split(' ') : []
  if (isPublic) void bringAllNear(libraries, styles, wanted ? idle : undefined)
  siteCatalogs[language]().catch(() => {}) // asked for again below
  await wanted
  const styled = Promise.all(styles.map(addSheet))
  const steps = isPublic ? libraries.map((address) => () => import(address)) : [loadReact, loadQueries]
  for (const step of steps) {
    await step()
    // For a visitor at once, else at leisure.
    await Promise.race([visitor.then(() => sleep()), wanted ? idle() : sleep()])
  }
  await (await import('./browser')).hydrate()
  removeEventListener('popstate', followHistory)
  // A link that is followed before would load a document.
  await styled
  await replayEvents()
}

/** One after the other when there is nothing better to do, or all at once for a page that is wanted now. */
async function bringAllNear(libraries: string[], styles: string[], pause?: () => Promise<void>) {
  for (const address of libraries) {
    await pause?.()
    bringNear('modulepreload', address)
  }
  for (const address of styles) bringNear('prefetch', address)
}

// A chunk each; statements, so that the bundler sees that nothing of what they hold is taken from here. Not the library of
// queries itself: then what only the admin takes of it would come with every page.
async function loadReact() {
  await import('react-dom/client')
}

async function loadQueries() {
  await import('#client/query-client')
}

/** Back or Forward inside the site on a page that is not alive: the address has changed, the page has not. */
function followHistory() {
  if (location.pathname + location.search !== shown) location.reload()
}

/**
 * A module failed to load. A waiting form or link continues without scripts. If the site can be reached, perhaps in a
 * newer version, the page is reloaded once; else it stays readable as it is.
 */
async function reloadOnce(error: unknown) {
  if (goOnWithoutScripts()) return
  const key = 'industria-reloaded'
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (Date.now() - last < 60_000) throw error
  const { ok } = await fetch('/healthz', { cache: 'no-store' })
  if (!ok) throw error
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
