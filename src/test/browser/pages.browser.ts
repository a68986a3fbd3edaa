import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess
let tab: Tab

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0', SEED_DEMO: '1' } })])
  const { cookie } = await firstAdministrator(site)
  const [name = '', value = ''] = cookie.split('=')
  tab = await openTab(browser, { baseURL: site.url })
  await tab.context().addCookies([{ name, value, url: site.url }])
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const dialog = () => tab.getByRole('dialog', { name: 'Edit page: About' })
const namesOn = async (path: string) => {
  const page = await (await fetch(site.url + path)).text()
  return [...page.matchAll(/<li class="part">.*?<h3[^>]*>([^<]*)/gs)].map(([, name]) => name)
}

test('removing and moving a member of the team shows on both pages', async () => {
  const [first, second, third, ...others] = await namesOn('/es/about/')
  expect(third).toBeTruthy()
  await tab.goto('/admin/content/')
  await tab.locator('.content-page', { hasText: 'About' }).locator('.content-preview').click()
  await dialog().waitFor()
  await tab.waitForURL('**/admin/content/?edit=about')
  const team = dialog().getByRole('group', { name: 'Team', exact: true })
  await team.getByRole('button', { name: 'Remove entry 2' }).click()
  await team.getByRole('button', { name: 'Move entry 2 up' }).click()
  await dialog().getByRole('textbox', { name: 'Role in Spanish' }).first().fill('La primera')
  await dialog()
    .getByRole('button', { name: /^Update/ })
    .click()
  await dialog().waitFor({ state: 'detached' })
  const left = [third, first, ...others]
  expect([await namesOn('/about/'), await namesOn('/es/about/')]).toEqual([left, left])
  expect(await namesOn('/es/about/')).not.toContain(second)
  expect(await (await fetch(`${site.url}/es/about/`)).text()).toContain('La primera')
})

test('the JSON text has a tab of its own, reached by keyboard, and the editor has no accessibility violations', async () => {
  await tab.goto('/admin/content/?edit=about')
  await dialog().waitFor()
  await dialog().getByRole('textbox', { name: 'Short biography in Spanish' }).first().waitFor()
  expect(await dialog().getByRole('textbox', { name: 'Content (JSON)' }).count()).toBe(0)
  await dialog().getByRole('tab', { name: 'Editor' }).focus()
  await tab.keyboard.press('ArrowRight')
  const json = dialog().getByRole('textbox', { name: 'Content (JSON)' })
  await json.fill((await json.inputValue()).replace('"title": "', '"title": "Now: '))
  await dialog().getByRole('tab', { name: 'Editor' }).click()
  await soon(async () =>
    expect(await dialog().getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toStartWith('Now: '),
  )
  expect(await axeViolations(tab)).toEqual([])
  expect(tab.complaints).toEqual([])
})
