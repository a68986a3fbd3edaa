import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../chromium'

export type Tab = Page & {
  /** Console errors and warnings, page errors and violations of the content policy so far. */
  complaints: string[]
}

const launching = () => ({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})

export async function launch(): Promise<Browser> {
  return chromium.launch(launching())
}

/** A browser that keeps cookies and storage in a folder, as a person's own does. */
export async function launchAt(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, { ...launching(), locale: 'en-US', ...options })
  context.setDefaultTimeout(10_000)
  return context
}

/** Forget what earlier tests have typed and never saved; leads to a file of the site, where nothing keeps it anew. */
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

/** A tab in a context of its own (its own cookies and storage). */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US', ...options })
  context.setDefaultTimeout(10_000)
  return watch(await context.newPage())
}

export type Look = { language: 'en' | 'es'; colorScheme: 'light' | 'dark'; width: number }

/**
 * A tab for each look that pages are seen in, however many pages: to open a tab takes the browser longer than to show a
 * page. It comes without the complaints of the page before.
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

/** Another tab of the same person. */
export async function openSibling(tab: Tab): Promise<Tab> {
  return watch(await tab.context().newPage())
}

function watch(page: Page): Tab {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`))
  return Object.assign(page, { complaints })
}

/** Brings the page alive, as a visitor's first key does, and waits until it is. */
export async function hydrated(tab: Tab): Promise<void> {
  await tab.waitForFunction(() => {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))
    return document.documentElement.hasAttribute('data-hydrated')
  })
}

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** The accessibility violations that axe finds on the page as it stands, one line each. */
export async function axeViolations(tab: Tab): Promise<string[]> {
  // Through the debugger: the content policy of the page lets no script in.
  if (!(await tab.evaluate(() => 'axe' in window))) await tab.evaluate(axeSource)
  return tab.evaluate(async () => {
    // What is still fading in has not the colours that it will have.
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.all(passing.map(({ finished }) => finished.catch(() => {})))
    const { axe } = window as unknown as {
      axe: {
        run(
          context: Document,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
      }
    }
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary.split('\n').slice(1, 2).join('')}`,
      ),
    )
  })
}
