import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, hydrated, launch, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const open = (options: BrowserContextOptions = {}) => openTab(browser, { baseURL: site.url, ...options })
const boxOf = (tab: Tab) => tab.locator('header input[name=q]')
const optionsOf = (tab: Tab) => tab.locator('header').getByRole('option')

/** A word in most of the starter content, per language. */
const words = { en: 'the', es: 'que' }

async function typed(tab: Tab, text: string) {
  await boxOf(tab).click()
  await tab.locator('header [role=combobox]').waitFor()
  await boxOf(tab).fill(text)
  await optionsOf(tab).first().waitFor()
}

describe('the search of the header', () => {
  test('is loaded in a chunk of its own, and only when the box is used', async () => {
    const tab = await open()
    const scripts: string[] = []
    tab.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await tab.goto('/')
    await hydrated(tab)
    await tab.waitForLoadState('networkidle')
    const before = scripts.length
    expect(before).toBeGreaterThan(0)
    await boxOf(tab).click()
    await tab.locator('header [role=combobox]').waitFor()
    expect(scripts.length).toBeGreaterThan(before)
    await tab.context().close()
  })

  test('shows results while typing; arrows choose, Enter opens, Escape closes', async () => {
    const tab = await open()
    await tab.goto('/')
    const asked: string[] = []
    tab.on('request', (request) => request.url().includes('/api/search') && asked.push(request.url()))
    await boxOf(tab).click()
    await tab.locator('header [role=combobox]').waitFor()
    await boxOf(tab).pressSequentially(words.en, { delay: 10 })
    await optionsOf(tab).first().waitFor()
    expect(asked.length).toBeLessThan(words.en.length)
    expect(new URL(asked.at(-1)!).searchParams.get('q')).toBe(words.en)
    const box = boxOf(tab)
    expect(await box.getAttribute('aria-expanded')).toBe('true')
    expect(await box.getAttribute('aria-activedescendant')).toBeNull()
    await box.press('ArrowDown')
    await box.press('ArrowDown')
    await box.press('ArrowUp')
    const chosen = tab.locator('header [aria-selected=true]')
    await soon(async () => expect(await chosen.count()).toBe(1))
    await soon(async () =>
      expect(await chosen.getAttribute('id')).toBe((await box.getAttribute('aria-activedescendant'))!),
    )
    await box.press('Escape')
    await optionsOf(tab).first().waitFor({ state: 'hidden' })
    await soon(async () => expect(await box.evaluate((input) => input === document.activeElement)).toBe(true))
    expect(await box.inputValue()).toBe(words.en)
    await box.press('ArrowDown')
    await optionsOf(tab).first().waitFor()
    await box.press('ArrowDown')
    const address = await optionsOf(tab).first().getAttribute('href')
    await tab.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
    await box.press('Enter')
    await tab.waitForURL(site.url + address)
    await tab.locator('html[data-same-page]').waitFor()
    await tab.waitForFunction(() => document.querySelector<HTMLInputElement>('header input[name=q]')?.value === '')
    expect(tab.complaints).toEqual([])
    await tab.context().close()
  })

  test('opens the search page by Enter, under /es/ too, and marks the matches', async () => {
    const tab = await open()
    for (const [prefix, language] of [
      ['', 'en'],
      ['/es', 'es'],
    ] as const) {
      await tab.goto(`${prefix}/about/`)
      await typed(tab, words[language])
      const address = await optionsOf(tab).first().getAttribute('href')
      expect(address?.startsWith('/es/')).toBe(language === 'es')
      expect((await tab.locator('header mark').first().innerText()).toLowerCase()).toStartWith(words[language])
      await boxOf(tab).press('Enter')
      await tab.waitForURL(`${site.url}${prefix}/search/?q=${words[language]}`)
      await tab.locator('main mark').first().waitFor()
      await soon(async () => expect(await optionsOf(tab).count()).toBe(0))
    }
    await tab.context().close()
  })

  test('is closed by a click beside it, by a click on a result, and by a second Escape', async () => {
    const tab = await open()
    await tab.goto('/about/')
    await typed(tab, words.en)
    await tab.locator('h1').click()
    await optionsOf(tab).first().waitFor({ state: 'hidden' })
    const link = tab.locator('.header-links a').last()
    await link.focus()
    await tab.keyboard.press('Tab')
    await optionsOf(tab).first().waitFor()
    await tab.keyboard.press('Escape')
    await tab.keyboard.press('Escape')
    await soon(async () => expect(await link.evaluate((element) => element === document.activeElement)).toBe(true))
    await typed(tab, words.en)
    const address = await optionsOf(tab).nth(1).getAttribute('href')
    await optionsOf(tab).nth(1).click()
    await tab.waitForURL(site.url + address)
    await tab.context().close()
  })

  test('keeps what was typed before hydration', async () => {
    const tab = await open()
    const { promise: typedAll, resolve: letScriptsCome } = Promise.withResolvers<void>()
    await tab.route('**/assets/*.js', async (route) => {
      if (!route.request().url().includes('/start-')) await typedAll
      await route.continue()
    })
    await tab.goto('/', { waitUntil: 'commit' })
    await boxOf(tab).pressSequentially(words.en)
    expect(await tab.locator('html[data-hydrated]').count()).toBe(0)
    letScriptsCome()
    await optionsOf(tab).first().waitFor()
    expect(await boxOf(tab).inputValue()).toBe(words.en)
    await tab.context().close()
  })

  test('says that nothing was found, or that the search failed', async () => {
    const tab = await open()
    await tab.goto('/')
    await boxOf(tab).click()
    await tab.locator('header [role=combobox]').waitFor()
    await boxOf(tab).fill('qqqxzzz')
    await tab.locator('header output').getByText('Nothing found').waitFor()
    await soon(async () => expect(await boxOf(tab).getAttribute('aria-expanded')).toBe('false'))
    await tab.route('**/api/search?*', (route) => route.fulfill({ status: 422, body: '{}' }))
    await boxOf(tab).fill('other')
    await tab.locator('header output').getByText('An error occurred').waitFor()
    await tab.context().close()
  })

  test('fits every width, theme and language', async () => {
    for (const [prefix, colorScheme, width] of [
      ['', 'light', 375],
      ['/es', 'dark', 375],
      ['/es', 'light', 768],
      ['', 'dark', 1280],
      ['', 'light', 1920],
    ] as const) {
      const tab = await open({ colorScheme, viewport: { width, height: 800 } })
      await tab.goto(`${prefix}/about/`)
      const where = `${prefix} ${colorScheme} ${width}`
      await typed(tab, words[prefix === '' ? 'en' : 'es'])
      await boxOf(tab).press('ArrowDown')
      await tab.waitForLoadState('networkidle')
      expect([where, ...(await axeViolations(tab))]).toEqual([where])
      expect([where, await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([
        where,
        true,
      ])
      const results = await tab.locator('.search-results').boundingBox()
      expect([where, results!.x >= 0 && results!.x + results!.width <= width]).toEqual([where, true])
      if (process.env.SHOTS) await tab.screenshot({ path: `${process.env.SHOTS}/${where.replaceAll(/\W+/g, '-')}.png` })
      await boxOf(tab).blur()
      if (process.env.SHOTS)
        await tab.screenshot({
          path: `${process.env.SHOTS}/${where.replaceAll(/\W+/g, '-')}-shut.png`,
          clip: { x: 0, y: 0, width, height: 120 },
        })
      expect(tab.complaints).toEqual([])
      await tab.context().close()
    }
  })

  test('has the words of its results again after Back', async () => {
    const tab = await open()
    await tab.goto(`/search/?q=${words.en}`)
    await hydrated(tab)
    const box = tab.locator('main input[name=q]')
    await box.fill('timetable')
    await box.press('Enter')
    await tab.waitForURL('**/search/?q=timetable')
    await tab.goBack()
    await tab.waitForURL(`**/search/?q=${words.en}`)
    await hydrated(tab)
    expect(await box.inputValue()).toBe(words.en)
    await tab.context().close()
  })

  test('is a form without scripts', async () => {
    const tab = await open({ javaScriptEnabled: false, viewport: { width: 375, height: 800 } })
    await tab.goto('/es/blog/')
    await boxOf(tab).click()
    await boxOf(tab).fill(words.es)
    await boxOf(tab).press('Enter')
    await tab.waitForURL(`${site.url}/es/search/?q=${words.es}`)
    expect(await tab.locator('main mark').count()).toBeGreaterThan(0)
    await tab.context().close()
  })
})
