import { readFileSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core'
import { findChromium, findHeadlessChromium } from '../chromium'

export type Tab = Page & {
  /** Console errors and warnings, page errors and violations of the content security policy so far. */
  complaints: string[]
}

/**
 * Windows of Chromium load the popup of their address bar as separate pages, which takes longer than a page of the
 * site. The browser uses only one list of disabled features, so it has to include those of Playwright.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

const launching = (executablePath: string | undefined) => ({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${withoutFeatures}`,
  ],
})

/** The browser with its windows, for what it only offers there: passkeys. */
export const launchWhole = (): Promise<Browser> => chromium.launch(launching(findChromium()))

let launched: Promise<Browser> | undefined

/**
 * The browser of all files of a test process, because a start takes as long as several pages. `close` only closes its
 * tabs: a test process has no exit hook, and the browser ends with it.
 */
export async function launch(): Promise<Browser> {
  const known = await launched
  if (known?.isConnected()) return known
  const browser = await (launched = chromium.launch(launching(findHeadlessChromium())))
  browser.close = async () => {
    for (const context of browser.contexts()) await context.close()
  }
  return browser
}

/** A browser with a persistent profile folder, so that cookies and storage are kept. */
export async function launchAt(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...launching(findChromium()),
    locale: 'en-US',
    ...options,
  })
  context.setDefaultTimeout(20_000)
  return context
}

/** Deletes unsaved changes of earlier tests; navigates to a file of the site, where no editor stores them again. */
export async function forgetUnsaved(tab: Page): Promise<void> {
  await tab.goto('/robots.txt')
  await tab.evaluate(async () => {
    localStorage.clear()
    await new Promise((resolve) => {
      const forgetting = indexedDB.deleteDatabase('industria-texts')
      for (const end of ['success', 'error']) forgetting.addEventListener(end, resolve)
    })
  })
}

/** A tab in a context of its own (cookies and storage). */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US', ...options })
  context.setDefaultTimeout(20_000)
  return watch(await context.newPage())
}

export type Look = { language: 'en' | 'es'; colorScheme: 'light' | 'dark'; width: number }

/**
 * One tab for each combination of language, theme and width, reused for all pages, because opening a tab takes longer
 * than showing a page. Its complaints are cleared each time.
 */
export function tabsByLook(site: () => { url: string }, browser: () => Browser): (look: Look) => Promise<Tab> {
  const tabs = new Map<string, Tab>()
  return async ({ language, colorScheme, width }) => {
    const { url } = site()
    const look = `${language} ${colorScheme} ${width}`
    const known = tabs.get(look)
    const tab = known ?? (await openTab(browser(), { baseURL: url, colorScheme, viewport: { width, height: 800 } }))
    if (!known) await tab.context().addCookies([{ name: 'industria-language', value: language, url }])
    tabs.set(look, tab)
    tab.complaints.length = 0
    return tab
  }
}

/** Another tab with the same cookies. */
export async function openSibling(tab: Tab): Promise<Tab> {
  return watch(await tab.context().newPage())
}

function watch(page: Page): Tab {
  const complaints: string[] = []
  page.on('console', (message) => {
    // The tests' own access to the frame of a preview, which allows no scripts, causes this one.
    const isOwn = message.text().startsWith("Blocked script execution in 'about:srcdoc'")
    if ((message.type() === 'error' || message.type() === 'warning') && !isOwn)
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`))
  return Object.assign(page, { complaints })
}

/** Triggers hydration by an interaction, like a visitor's first key, and waits for it. */
export async function hydrated(tab: Tab): Promise<void> {
  await tab.waitForFunction(() => {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))
    return document.documentElement.hasAttribute('data-hydrated')
  })
}

/** Opens the first row of a list: by its button, or on phones by its menu. */
export async function editFirst(tab: Tab): Promise<void> {
  const menu = tab.getByRole('button', { name: /^(Actions|More actions) for / }).first()
  const edit = tab.getByRole('button', { name: /^Edit / }).first()
  await edit.or(menu).first().waitFor()
  if (await edit.isVisible()) return edit.click()
  await menu.click()
  await tab.getByRole('menuitem', { name: /^Edit / }).click()
}

/** Its result would be sent back. */
const axeSource = `${readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')}\n0`

/**
 * By the debugger, because the content security policy blocks injected scripts, and in one whole: the code that Playwright
 * evaluates is compiled anew on each page, which takes as long as the page itself.
 */
async function addAxe(tab: Tab): Promise<void> {
  const session = debuggers.get(tab) ?? (await tab.context().newCDPSession(tab))
  debuggers.set(tab, session)
  await session.send('Runtime.evaluate', { expression: axeSource })
}

const debuggers = new WeakMap<Tab, CDPSession>()

/** The accessibility violations that axe finds in the current state of the page, one line each. */
export async function axeViolations(tab: Tab): Promise<string[]> {
  if (!(await tab.evaluate(() => 'axe' in window))) await addAxe(tab)
  // The announcement of a pending button stays for some seconds, also where the button is gone.
  await tab.locator('[data-live-announcer] [role=img]').first().waitFor({ state: 'detached' })
  return tab.evaluate(async () => {
    // Elements that are fading in do not have their final colours. Animations that follow the scrolling never end.
    const passing = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().iterations !== Infinity,
      )
    await Promise.all(passing.map(({ finished }) => finished.catch(() => {})))
    const { axe } = window as unknown as {
      axe: {
        run(
          context: Document,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
      }
    }
    // Frames do not contain it: it would wait half a second for an answer from each, and a frame that is loading warns.
    const { violations } = await axe.run(document, { resultTypes: ['violations'], iframes: false })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary.split('\n').slice(1, 2).join('')}`,
      ),
    )
  })
}
