import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { firstAdministrator } from '../client'
import { startSite, type SiteProcess } from '../site-process'
import { axeViolations, launch, openTab, type Tab } from './browser'

let site: SiteProcess
let browser: Browser
let tab: Tab

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' }, seconds: 90 })])
  const { cookie } = await firstAdministrator(site)
  const [name = '', value = ''] = cookie.split('=')
  tab = await openTab(browser, { baseURL: site.url })
  await tab.context().addCookies([{ name, value, url: site.url }])
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const shown = () => tab.locator('.edit-arrange-title').allInnerTexts()
const onSite = async () => {
  const response = await tab.request.get('/api/projects', { headers: { cookie: '' } })
  return ((await response.json()) as { title: string }[]).map(({ title }) => title)
}
const becomes = async (wanted: string[]) => {
  await tab.waitForFunction(
    (titles) =>
      JSON.stringify([...document.querySelectorAll('.edit-arrange-title')].map((one) => one.textContent)) ===
      JSON.stringify(titles),
    wanted,
  )
  for (let tries = 0; tries < 50 && JSON.stringify(await onSite()) !== JSON.stringify(wanted); tries++)
    await Bun.sleep(100)
  expect(await onSite()).toEqual(wanted)
}

test('projects are dragged with the mouse and with the keyboard, and the site follows', async () => {
  await tab.goto('/admin/projects/')
  await tab.getByRole('row').nth(1).waitFor()
  await tab.getByRole('button', { name: 'Arrange' }).click()
  await tab.getByRole('grid').waitFor()
  const [first = '', second = '', third = '', ...rest] = await shown()
  expect(await onSite()).toEqual([first, second, third, ...rest])
  expect(await axeViolations(tab)).toEqual([])

  const from = (await tab.getByRole('button', { name: `Drag “${first}”` }).boundingBox())!
  const to = (await tab.getByRole('row', { name: third }).boundingBox())!
  await tab.mouse.move(from.x + 20, from.y + 20)
  await tab.mouse.down()
  await tab.mouse.move(from.x + 30, to.y + 5, { steps: 8 })
  await tab.mouse.move(from.x + 30, to.y + to.height - 4, { steps: 4 })
  await tab.mouse.up()
  await becomes([second, third, first, ...rest])
  await tab.getByRole('button', { name: 'Undo' }).click()
  await becomes([first, second, third, ...rest])

  // The keyboard focuses a row, and the controls in it with the arrow keys.
  await tab.getByRole('row', { name: first }).focus()
  await tab.keyboard.press('ArrowRight')
  await tab.keyboard.press('Enter')
  await tab.locator('.edit-arrange-list [data-drop-target]').first().waitFor({ state: 'attached' })
  await tab.keyboard.press('ArrowDown')
  await tab.keyboard.press('Enter')
  await tab.waitForFunction((title) => document.querySelector('.edit-arrange-title')?.textContent !== title, first)
  const moved = await shown()
  expect(moved.toSorted()).toEqual([first, second, third, ...rest].toSorted())
  await becomes(moved)
  await tab.getByRole('button', { name: 'Back to default order' }).click()
  await becomes([first, second, third, ...rest])
  expect(tab.complaints).toEqual([])
})

test('a disabled arrow is paler than the others, and not filled like a selected one', async () => {
  const look = (name: string) =>
    tab.getByRole('button', { name }).evaluate((button) => {
      const { backgroundColor, borderTopColor, color } = getComputedStyle(button)
      return { ground: backgroundColor, edge: borderTopColor, ink: color }
    })
  await tab.goto('/admin/projects/')
  await tab.getByRole('row').nth(1).waitFor()
  await tab.getByRole('button', { name: 'Arrange' }).click()
  await tab.getByRole('grid').waitFor()
  const [first = '', second = ''] = await shown()
  const [disabled, enabled] = [await look(`Move “${first}” up`), await look(`Move “${second}” up`)]
  const none = 'rgba(0, 0, 0, 0)'
  expect([disabled.ground, disabled.edge]).toEqual([none, none])
  expect(disabled.ink).not.toBe(enabled.ink)
})
