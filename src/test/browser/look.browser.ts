import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { type Client, firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, hydrated, launch, openTab, tabsByLook } from './browser'

let browser: Browser
let site: SiteProcess
let admin: Client
beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0', SEED_DEMO: '1' } })])
  admin = await firstAdministrator(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const tabIn = tabsByLook(
  () => site,
  () => browser,
)
const put = async (body: object) => expect((await admin.write('PUT', '/api/site', body)).status).toBe(200)

async function upload(width: number, height: number): Promise<number> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#00aa55' } }).png()
  const file = new File([new Uint8Array(await picture.toBuffer())], `${width}.png`)
  return ((await (await admin.upload('/api/media', file)).json()) as { id: number }).id
}

test('whatever the accent, pages have enough contrast in both themes', async () => {
  for (const accent of ['#ffff00', '#000000', '#ffffff', '#808080']) {
    await put({ accent })
    for (const colorScheme of ['light', 'dark'] as const) {
      const tab = await tabIn({ language: 'en', colorScheme, width: 1280 })
      for (const path of ['/', '/legal/', '/search/?q=data']) {
        await tab.goto(path)
        expect([accent, colorScheme, path, await axeViolations(tab), tab.complaints]).toEqual([
          accent,
          colorScheme,
          path,
          [],
          [],
        ])
      }
    }
  }
}, 120_000)

test('an accent applies to pages reached without a page load, and colours the buttons', async () => {
  await put({ accent: '#ffff00' })
  const tab = await openTab(browser, { baseURL: site.url, colorScheme: 'light' })
  await tab.goto('/about/')
  await hydrated(tab)
  await tab.locator('.site-header > .brand').click()
  const button = tab.locator('.hero .button-signal')
  await button.waitFor()
  const look = () =>
    button.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).borderColor])
  await soon(async () => expect(await look()).toEqual(['rgb(255, 255, 0)', 'rgb(144, 143, 0)']))
  const joins = tab.locator('.waitlist .button-signal')
  await soon(async () =>
    expect(await joins.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(255, 255, 0)'),
  )
  expect(tab.complaints).toEqual([])
  await tab.context().close()
}, 60_000)

test('a logo has the height of the default one and shifts nothing, on any screen and without scripts', async () => {
  for (const [wide, high, shown] of [
    [800, 200, 128],
    [600, 600, 32],
    [300, 900, 11],
  ] as const) {
    const size = `${wide} × ${high}`
    await put({ logo: await upload(wide, high) })
    for (const [width, javaScriptEnabled] of [
      [375, true],
      [1280, true],
      [1280, false],
    ] as const) {
      const tab = await openTab(browser, { baseURL: site.url, viewport: { width, height: 800 }, javaScriptEnabled })
      // On a busy machine a late font would shift the text.
      await tab.route('**/*.woff2', (route) => route.abort())
      await tab.goto('/about/')
      const logo = tab.locator('.site-header > .brand img')
      await logo.evaluate((one: HTMLImageElement) => one.decode())
      const box = await logo.boundingBox()
      expect([size, width, Math.round(box?.width ?? 0), box?.height]).toEqual([size, width, shown, 32])
      const fits = await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
      expect([size, width, fits]).toEqual([size, width, true])
      if (javaScriptEnabled) {
        const moved = await tab.evaluate(
          () =>
            new Promise<number>((resolve) => {
              new PerformanceObserver((list) =>
                resolve(list.getEntries().reduce((sum, one) => sum + (one as unknown as { value: number }).value, 0)),
              ).observe({ type: 'layout-shift', buffered: true })
              setTimeout(() => resolve(0), 300)
            }),
        )
        expect(moved).toBeLessThan(0.001)
      }
      expect(tab.complaints.filter((one) => !one.includes('ERR_FAILED'))).toEqual([])
      await tab.context().close()
    }
  }
}, 120_000)

test('a logo is in the menu of small screens and on the login screen, and is announced once', async () => {
  await put({ name: 'Quoin', logo: await upload(800, 200) })
  const tab = await openTab(browser, { baseURL: site.url, viewport: { width: 375, height: 800 } })
  await tab.goto('/about/')
  expect(await tab.locator('.site-header > .brand').ariaSnapshot()).toContain('link "Quoin"')
  await tab.getByRole('button', { name: 'Open menu' }).click()
  await tab.getByRole('dialog').getByRole('img', { name: 'Quoin' }).waitFor()
  expect(await axeViolations(tab)).toEqual([])
  await tab.goto('/admin/')
  await tab.getByRole('button', { name: 'Login' }).waitFor()
  await soon(async () => expect((await tab.locator('.admin-brand img').boundingBox())?.height).toBe(32))
  expect(await axeViolations(tab)).toEqual([])
  expect(tab.complaints).toEqual([])
  await tab.context().close()
}, 60_000)
