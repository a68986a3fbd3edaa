import { continueWithoutScripts, queueEvents, replayEvents } from '#app/hydration/queued-events'
import { idle, firstInteraction, longIdle, sleep } from '#app/hydration/first-interaction'
import { addSheet, preload } from '#app/hydration/late-styles'
import { islandId } from '#app/document/island'
import { siteCatalogs } from '#app/shell/browser-catalogs'
import { readAddress } from '#i18n/addresses/href'
import { defaultLanguage, isLanguage, type Language, languageKey } from '#i18n/language'
import { settleLanguage } from '#i18n/preference'

/**
 * The entry script of every page. A public page can be read, and its links and forms work, as the server sent it: the
 * scripts for hydration are loaded after the first paint, and run when the visitor starts to interact. The admin is
 * rendered only in the browser.
 */
const { sheets = '', modules = '' } = document.querySelector<HTMLElement>('script[data-modules]')?.dataset ?? {}
const isPublic = modules !== ''
const shown = location.pathname + location.search
const visitor = firstInteraction()
queueEvents()
addEventListener('popstate', followHistory)

// The script may run before the document is complete.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()

function start() {
  hideClosed(document.querySelector('.announcement'))
  const language = settleLanguage(readAddress(location.pathname).pinned)
  const { lang } = document.documentElement
  if (isPublic && !navigator.language.startsWith(lang) && !document.cookie.includes(languageKey))
    void import('#app/hydration/language-offer')
  // A page in the background is painted later, and need not wait.
  const painted = document.hidden ? Promise.resolve() : somethingPainted()
  // Tabs named by the URL's fragment are only selected by scripts.
  const inTime = () => (location.hash ? painted.then(idle) : longIdle())
  const mayWait = isPublic && language === lang && isComplete() && !cameByLink()
  const wanted = mayWait ? Promise.race([visitor, inTime()]) : undefined
  painted.then(() => hydratePage(isLanguage(lang) ? lang : defaultLanguage, wanted)).catch(reloadOnce)
}

/** The cached page is the same for all visitors: an announcement that this one has closed is removed before hydration. */
function hideClosed(bar: HTMLElement | null) {
  if (bar) bar.hidden = document.cookie.includes(bar.dataset.key ?? '')
}

/** Whether the server rendered everything; parts that were late or failed are rendered by the browser. */
function isComplete(): boolean {
  return document.getElementById(islandId)?.dataset.incomplete === undefined
}

/** Whether the visitor came by a link from the site, and may soon follow another. */
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

/** Loads one library after the other, yielding to events in between, so that none is a long task. */
async function hydratePage(language: Language, wanted: Promise<void> | undefined) {
  loadFonts().catch(() => {}) // the fallback font stays
  const libraries = modules.split(' ')
  const styles = isPublic ? sheets.split(' ') : []
  if (isPublic) void preloadAll(libraries, styles, wanted ? idle : undefined)
  siteCatalogs[language]().catch(() => {}) // requested again below
  await wanted
  const styled = Promise.all(styles.map(addSheet))
  const steps = isPublic ? libraries.map((address) => () => import(address)) : [loadReact, loadQueries]
  for (const step of steps) {
    await step()
    // At once for a visitor who interacts, otherwise when idle.
    await Promise.race([visitor.then(() => sleep()), wanted ? idle() : sleep()])
  }
  await (await import('./browser')).hydrate()
  removeEventListener('popstate', followHistory)
  // A link followed before the styles are there would load a document.
  await styled
  await replayEvents()
}

/** Preloads one after the other when idle, or all at once if the page is needed now. */
async function preloadAll(libraries: string[], styles: string[], pause?: () => Promise<void>) {
  for (const address of libraries) {
    await pause?.()
    preload('modulepreload', address)
  }
  for (const address of styles) preload('prefetch', address)
}

// One chunk each; as statements, so that the bundler knows that their exports are unused here. Without the query
// library itself: otherwise its parts for the admin would be loaded by every page.
async function loadReact() {
  await import('react-dom/client')
}

async function loadQueries() {
  await import('#client/query-client')
}

/** Back or Forward inside the site before hydration: the URL has changed, the page has not, so it is loaded. */
function followHistory() {
  if (location.pathname + location.search !== shown) location.reload()
}

/**
 * A module failed to load. A waiting form or link continues without scripts. If the site can be reached, perhaps in a
 * newer version, the page is reloaded once; else it stays readable as it is.
 */
async function reloadOnce(error: unknown) {
  if (continueWithoutScripts()) return
  const key = 'industria-reloaded'
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (Date.now() - last < 60_000) throw error
  const { ok } = await fetch('/healthz', { cache: 'no-store' })
  if (!ok) throw error
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}

/**
 * Loads the font that `tokens.css` holds back on small screens until they have painted; wide screens keep it when they
 * become small.
 */
async function loadFonts(): Promise<void> {
  const families = getComputedStyle(document.body).fontFamily
  const [name] = /\w+/.exec(families)!
  await document.fonts.load(`1em ${name}`)
  const { style } = document.documentElement
  style.setProperty('--font', families.startsWith(`${name},`) ? families : `${name}, ${families}`)
}
