import { siteCatalogs } from '#app/shell/browser-catalogs'

/** The entry of every page: what brings it alive is loaded once it can be seen. A page in the background is painted later, and need not wait. */
function start() {
  const ready = document.hidden ? Promise.resolve() : painted()
  ready.then(bringAlive).catch(reloadOnce)
}

/** Until the first frame with something in it is on the screen: what is fetched before delays it. */
async function painted(): Promise<void> {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)) })
  const shown = new Promise<void>((resolve) => {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
  await Promise.race([shown, sleep(longestWait)])
}

const longestWait = 2000
const sleep = (ms = 0) => new Promise((resolve) => { setTimeout(resolve, ms) })

/** One library after the other, with room for the visitor's events between them: none of them is a long task. */
async function bringAlive() {
  loadFonts()
  siteCatalogs[document.documentElement.lang === 'es' ? 'es' : 'en']().catch(() => {}) // asked for again below
  const sheets = Promise.all(document.querySelector<HTMLElement>('script[data-sheets]')?.dataset.sheets?.split(' ').map(addSheet) ?? [])
  await import('react-dom/client')
  await sleep()
  await import('@tanstack/react-query')
  await Promise.race([sheets, sleep(longestWait)])
  await (await import('./browser')).hydrate()
}

/**
 * Something did not come. Where the site can be reached, perhaps in a newer version, the page is loaded anew, but not again and again;
 * else it stays as it is, to be read.
 */
async function reloadOnce(error: unknown) {
  const key = 'industria-reloaded'
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (Date.now() - last < 60_000) throw error
  const { ok } = await fetch('/healthz', { cache: 'no-store' })
  if (!ok) throw error
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}

/** Styles of toasts, and of the public pages that one may go to from here: by loading them as long as `data-awaited` stands (`goOn`). */
function addSheet(address: string): Promise<Event> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  link.fetchPriority = 'low'
  link.dataset.awaited = ''
  link.addEventListener('load', () => delete link.dataset.awaited)
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, resolve)
    document.head.append(link)
  })
}

/** The faces that `font.css` holds back from small screens until they have something to show, or lets go when the window becomes small. */
function loadFonts() {
  const own = [...document.styleSheets].filter(({ href }) => href === null || href.startsWith(location.origin))
  for (const rule of own.flatMap(({ cssRules }) => [...cssRules])) {
    if (!(rule instanceof CSSMediaRule) || !(rule.cssRules[0] instanceof CSSFontFaceRule)) continue
    const condition = matchMedia(rule.conditionText)
    if (condition.matches) condition.addEventListener('change', () => void addFaces(rule), { once: true })
    else void addFaces(rule)
  }
}

/** Added once they are there, they cost one new layout; lifting the condition would cost two, and a new style for every element. */
async function addFaces({ cssRules }: CSSMediaRule) {
  const faces = [...cssRules].filter((rule) => rule instanceof CSSFontFaceRule).map(({ style }) => {
    const value = (name: string) => style.getPropertyValue(name)
    return new FontFace(value('font-family'), value('src'), {
      weight: value('font-weight'),
      stretch: value('font-stretch'),
      unicodeRange: value('unicode-range'),
      display: 'swap',
    })
  })
  await faces[0]?.load().catch(() => {}) // the stand-in stays
  for (const face of faces) document.fonts.add(face)
}

// The script may come before the end of the document does.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
