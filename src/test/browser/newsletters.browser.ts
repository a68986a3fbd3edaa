import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { type Client, firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess
let admin: Client
beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
  admin = await firstAdministrator(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

async function openAdmin(path: string): Promise<Tab> {
  const tab = await openTab(browser, { baseURL: site.url })
  const [name = '', value = ''] = admin.cookie.split(/=(.*)/s)
  await tab.context().addCookies([{ name, value, url: site.url }])
  await tab.goto(path)
  return tab
}
const outlineOf = (tab: Tab) => tab.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)

test('a newsletter is written by the keyboard, and a link in its preview opens in a new tab', async () => {
  const post = (await (await admin.get('/api/blog')).json()) as { id: number }[]
  const letter = await admin.write('POST', '/api/newsletters', { post: post[0]?.id, audience: 'all' })
  const { id } = (await letter.json()) as { id: number }
  const tab = await openAdmin(`/admin/newsletters/?letter=${id}`)
  const link = tab.frameLocator('.newsletter-frame').getByRole('link', { name: 'Read it on the website' })
  const opening = tab.context().waitForEvent('page')
  await link.click()
  await (await opening).waitForURL(/\/blog\/[^/]+\/$/)
  expect(await link.isVisible()).toBe(true)

  await tab.getByLabel('Post', { exact: true }).focus()
  await tab.keyboard.press('Tab')
  await tab.keyboard.press('Shift+Tab')
  expect([
    await tab.getByLabel('Post', { exact: true }).evaluate((one) => one === document.activeElement),
    await outlineOf(tab),
  ]).toEqual([true, 'solid'])
  const send = tab.getByRole('button', { name: 'Send…' })
  await send.press('Enter')
  await tab.getByRole('dialog', { name: 'Send this letter?' }).waitFor()
  expect(await axeViolations(tab)).toEqual([])
  await tab.keyboard.press('Escape')
  await tab.getByRole('dialog').waitFor({ state: 'detached' })
  await tab.locator('button:focus', { hasText: 'Send…' }).waitFor()
  expect(await axeViolations(tab)).toEqual([])
  expect(tab.complaints).toEqual([])
  await tab.context().close()
}, 60_000)

test('a letter of its own is typed, and the sign-up becomes one for a newsletter', async () => {
  const tab = await openAdmin('/admin/newsletters/?new=1')
  await tab.getByText('A separate letter', { exact: true }).click()
  const english = tab.getByRole('group', { name: 'English' })
  await english.getByRole('textbox', { name: 'Title' }).fill('Summer news')
  const text = english.getByRole('textbox', { name: 'Text' })
  await text.click()
  await tab.keyboard.type('We moved to the harbour.')
  await tab.getByText('Only some of them').click()
  await tab.getByRole('group', { name: 'Joined on or after' }).waitFor()
  expect(await axeViolations(tab)).toEqual([])
  await tab.getByRole('button', { name: 'Save and preview' }).click()
  await tab.frameLocator('.newsletter-frame').getByText('We moved to the harbour.').waitFor()

  await tab.goto('/admin/waitlist/?settings=1')
  await tab.getByText('A newsletter', { exact: true }).click()
  expect(await axeViolations(tab)).toEqual([])
  await tab.getByRole('button', { name: 'Save' }).first().click()
  // The screens speak of a newsletter then.
  await tab.getByRole('link', { name: 'Subscribers' }).waitFor()
  await tab.goto('/')
  await tab.locator('#waitlist').getByRole('button', { name: 'Subscribe' }).waitFor()
  expect(await tab.locator('#waitlist input[type=checkbox]').count()).toBe(0)
  await admin.write('PUT', '/api/settings', { signUp: 'waitlist' })
  expect(tab.complaints).toEqual([])
  await tab.context().close()
}, 60_000)

test('the chart of the visits is navigated by the keyboard', async () => {
  const names = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/131.0', 'sec-fetch-dest': 'document' }
  for (let view = 0; view < 3; view++) await (await fetch(`${site.url}/blog/`, { headers: names })).text()
  await site.stop()
  site = await startSite({ env: { THROTTLE: '0' }, dataDir: site.dataDir })
  const tab = await openAdmin('/admin/numbers/')
  const chart = tab.getByRole('slider')
  await tab.getByRole('radio', { name: '7 days' }).click()
  await chart.waitFor()
  await chart.press('End')
  await soon(async () => expect(await chart.getAttribute('aria-valuetext')).toEndWith(': 3 views, 1 visitor'))
  await chart.press('ArrowLeft')
  await soon(async () => expect(await chart.getAttribute('aria-valuetext')).toEndWith(': 0 views, 0 visitors'))
  await soon(async () => expect(await tab.locator('.visits-told').textContent()).toEndWith(': 0 views, 0 visitors'))
  expect(await tab.locator('.visits-plot').evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid')
  await chart.press('Escape')
  await soon(async () =>
    expect(await tab.locator('.visits-told').textContent()).toBe('Choose a point to see its figures'),
  )
  expect(await axeViolations(tab)).toEqual([])
  expect(tab.complaints).toEqual([])
  await tab.context().close()
}, 60_000)
