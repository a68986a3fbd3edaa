import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { type SiteProcess, startSite } from '../site-process'
import { hydrated, launch, openTab } from './browser'

let browser: Browser
let site: SiteProcess

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const paths = [
  '/',
  '/projects/',
  '/projects/workshop-tutor/',
  '/blog/',
  '/blog/category/education/',
  '/blog/feedback-drafts-that-teachers-keep-control-of/',
  '/about/',
  '/contact/',
  '/legal/',
  '/search/?q=inspection',
  '/search/?q=zzzqqq',
  '/no/such/page/',
]

/** The text spacing that a page must bear (WCAG 2.2, 1.4.12). */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }`

/** Words that are broken between two lines, and texts that are cut off, in the page as it is now. */
function findDamage(): string[] {
  // The title block of the drawing only repeats what the page says, in two rows.
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('.skip-link, .honeypot, .plate-block, script, style, svg')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const damage = new Set<string>()
  while (texts.nextNode()) {
    const { parentElement: element, nodeValue: text } = texts.currentNode
    if (!element || !text?.trim() || !isShown(element)) continue
    // Addresses have no other place to break.
    for (const { 0: word, index } of text
      .replaceAll(/\S*[/@]\S*/g, (address) => ' '.repeat(address.length))
      .matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      const range = document.createRange()
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + word.length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      const width = [...range.getClientRects()].reduce((sum, part) => sum + part.width, 0)
      // A word of more than half the window has no room in a table.
      if (tops.size > 1 && width < innerWidth / 2 && getComputedStyle(element).hyphens !== 'auto')
        damage.add(`broken: ${word} in ${element.tagName}.${element.className}`)
    }
    const boxes: Element[] = []
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) boxes.push(box)
    // What only screen readers get is clipped.
    if (boxes.some(({ clientWidth, clientHeight }) => clientWidth === 1 && clientHeight === 1)) continue
    for (const box of boxes) {
      const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(box)
      // The clamp of card texts is specified; what scrolls is not lost.
      if (webkitLineClamp !== 'none') break
      const wide = ['hidden', 'clip'].includes(overflowX) && box.scrollWidth > box.clientWidth + 1
      const high = ['hidden', 'clip'].includes(overflowY) && box.scrollHeight > box.clientHeight + 1
      if (wide || high) damage.add(`cut: ${text.trim().slice(0, 40)} by ${box.tagName}.${box.className}`)
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) damage.add(`wider than the window`)
  return [...damage]
}

for (const language of ['en', 'es']) {
  test(`wider text spacing breaks no word and cuts nothing (${language})`, async () => {
    const visit = await openTab(browser, { baseURL: site.url, viewport: { width: 375, height: 800 } })
    for (const path of paths)
      for (const width of [375, 320]) {
        await visit.setViewportSize({ width, height: 800 })
        await visit.goto(language === 'es' ? `/es${path}` : path)
        await hydrated(visit)
        // By the debugger, because the content security policy blocks injected styles.
        await visit.evaluate(async (text) => {
          const sheet = new CSSStyleSheet()
          await sheet.replace(text)
          document.adoptedStyleSheets = [sheet]
          await document.fonts.ready
        }, spacing)
        expect([path, width, ...(await visit.evaluate(findDamage))]).toEqual([path, width])
      }
    await visit.context().close()
  })
}
