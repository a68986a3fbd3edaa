import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { type Client, firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, hydrated, launch, openTab } from './browser'

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

const put = async (path: string, body: object) => expect((await admin.write('PUT', path, body)).status).toBe(200)
const entry = (en: string, es: string, href: string) => ({ label: { en, es }, href })
const navigation = [
  {
    ...entry('Company', 'Empresa', '/about/'),
    children: [entry('Legal', 'Legal', '/legal/'), entry('Blog', '', '/blog/')],
  },
  { ...entry('Write to us', 'Escríbanos', '/contact/'), children: [] },
]

test('the navigation set by the owner works by keyboard, on phones and without scripts', async () => {
  await put('/api/site', { navigation })
  const wide = await openTab(browser, { baseURL: site.url })
  await wide.goto('/')
  await hydrated(wide)
  const header = wide.locator('.header-links')
  await header.locator('summary').focus()
  await wide.keyboard.press('Enter')
  expect(await axeViolations(wide)).toEqual([])
  await wide.keyboard.press('Tab')
  await wide.keyboard.press('Tab')
  await wide.keyboard.press('Enter')
  await wide.waitForURL('**/legal/')
  await soon(async () =>
    expect(await header.locator('details').evaluate((menu: HTMLDetailsElement) => menu.open)).toBe(false),
  )
  expect(wide.complaints).toEqual([])
  await wide.context().close()

  const phone = await openTab(browser, {
    baseURL: site.url,
    viewport: { width: 375, height: 800 },
    javaScriptEnabled: false,
  })
  await phone.goto('/es/')
  await phone.locator('.header-links summary').click()
  await phone.locator('.header-links').getByRole('link', { name: 'Blog' }).click()
  await phone.waitForURL('**/es/blog/')
  await phone.context().close()

  const alive = await openTab(browser, { baseURL: site.url, viewport: { width: 375, height: 800 } })
  await alive.goto('/es/')
  await alive.locator('.site-header > .menu-button').click()
  await alive.locator('.menu-links summary').click()
  expect(await axeViolations(alive)).toEqual([])
  await alive.locator('.menu-links').getByRole('link', { name: 'Legal' }).click()
  await alive.waitForURL('**/es/legal/')
  await alive.context().close()
}, 60_000)

test('a dismissed announcement stays closed until its text changes, from the first paint on', async () => {
  const announce = (en: string) =>
    put('/api/site', { announcement: { text: { en, es: '' }, href: '/contact/', from: null, until: null } })
  await announce('We are looking for engineers.')
  const tab = await openTab(browser, { baseURL: site.url })
  await tab.goto('/')
  expect(await axeViolations(tab)).toEqual([])
  await tab.getByRole('button', { name: 'Close the announcement' }).click()
  await tab.locator('.announcement').waitFor({ state: 'detached' })
  await tab.goto('/about/')
  expect(await tab.locator('.announcement').isHidden()).toBe(true)
  await hydrated(tab)
  expect(await tab.locator('.announcement').isHidden()).toBe(true)
  await announce('We have moved.')
  await tab.reload()
  expect(await tab.getByText('We have moved.').isVisible()).toBe(true)
  expect(tab.complaints).toEqual([])
  await tab.context().close()
  await put('/api/site', { announcement: null })
}, 60_000)

test('a date of the announcement that is typed without a time begins at midnight, and can be cleared by keyboard', async () => {
  await put('/api/site', { announcement: { text: { en: 'We are moving.' } } })
  const tab = await openTab(browser, { baseURL: site.url, timezoneId: 'Europe/Madrid' })
  const [name = '', value = ''] = admin.cookie.split('=')
  await tab.context().addCookies([{ name, value, url: site.url }])
  await tab.goto('/admin/site/?part=announcement')
  await tab.getByRole('spinbutton', { name: 'month, Shown from' }).click()
  await tab.keyboard.type('02142041')
  await tab.keyboard.press('Control+s')
  await tab.getByText('The changes are live on every page.').first().waitFor()
  const { announcement } = (await (await admin.get('/api/site')).json()) as { announcement: { from: string } }
  expect(announcement.from).toBe('2041-02-13T23:00:00.000Z')
  await tab.getByRole('button', { name: 'Clear' }).first().press('Enter')
  await soon(async () => expect(await tab.locator(':focus').getAttribute('role')).toBe('spinbutton'))
  // The test's own scripts cause this complaint in the frame of the preview.
  expect(tab.complaints).toEqual([])
  await tab.context().close()
  await put('/api/site', { announcement: null })
}, 60_000)

test('a custom text is there from the first paint on, and in the other language too', async () => {
  await put('/api/site/texts', {
    'waitlist.submit': { en: 'Count me in', es: 'Cuenten conmigo' },
    'nav.skip': { en: 'To the text', es: 'Al texto' },
  })
  const tab = await openTab(browser, { baseURL: site.url })
  await tab.addInitScript(() => {
    const seen = new Set<string>()
    Reflect.set(window, 'seenOnButton', seen)
    new MutationObserver(() => {
      const button = document.querySelector('.waitlist form button')
      if (button?.textContent) seen.add(button.textContent)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await tab.goto('/')
  await hydrated(tab)
  expect(await tab.evaluate(() => [...(Reflect.get(window, 'seenOnButton') as Set<string>)])).toEqual(['Count me in'])
  await tab.locator('.language-form select').selectOption('es')
  await tab.getByRole('button', { name: 'Cuenten conmigo' }).waitFor()
  expect(tab.complaints).toEqual([])
  await tab.context().close()
  await put('/api/site/texts', { 'waitlist.submit': null, 'nav.skip': null })
}, 60_000)
