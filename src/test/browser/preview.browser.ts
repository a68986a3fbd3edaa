import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Cookie } from 'playwright-core'
import { crowding } from '../crowding'
import { startSite, type SiteProcess } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openTab, type Tab } from './browser'

let site: SiteProcess
let browser: Browser
let tab: Tab
let session: Cookie

beforeAll(async () => {
  const administrator = { username: 'ada', password: 'correct horse battery' }
  site = await startSite({
    env: { ADMIN_USERNAME: administrator.username, ADMIN_PASSWORD: administrator.password },
    seconds: 90,
  })
  browser = await launch()
  tab = await openTab(browser, { baseURL: site.url })
  await tab.request.post('/api/login', { data: administrator, headers: { Origin: site.url } })
  session = (await tab.context().cookies()).find(({ name }) => name === 'industria-session')!
  expect(session).toBeDefined()
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const page = () => tab.frameLocator('iframe')
const open = async (screen: string) => {
  await tab.goto(`/admin/${screen}/`)
  await tab
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await tab.getByRole('dialog').waitFor()
}
const focused = () =>
  tab.evaluate(() => document.activeElement?.closest('[data-place]')?.getAttribute('data-place') ?? '')

test('typed text is in the preview a second later, and is outlined there', async () => {
  await open('blog')
  const title = tab.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Typed a moment ago')
  const start = performance.now()
  await tab.getByRole('tab', { name: 'Preview' }).click()
  await page().getByRole('heading', { level: 1, name: 'Typed a moment ago' }).waitFor()
  expect(performance.now() - start).toBeLessThan(2500 * crowding())
  await soon(async () => expect(await page().locator('[data-outlined]').innerText()).toBe('Typed a moment ago'))
  expect(await page().locator('main a:not([tabindex="-1"]):not([data-field])').count()).toBe(0)
  for (const [name, width] of [
    ['Phone', 375],
    ['Tablet', 768],
    ['Desktop', 1280],
  ] as const) {
    await tab.getByRole('radio', { name }).click()
    await soon(async () =>
      expect(
        await page()
          .locator('html')
          .evaluate(() => innerWidth),
      ).toBe(width),
    )
  }
})

test('a click on a text or picture focuses its field, Enter too, and the block of a text focuses that block', async () => {
  const fields = page().locator('[data-field]')
  await fields.first().waitFor()
  await page().locator('h1').click()
  await tab.waitForFunction(() => document.activeElement?.closest('[data-place=title]'))
  await tab.getByRole('tab', { name: 'Preview' }).click()
  await page().locator('[data-field=imageUrl]').focus()
  await tab.keyboard.press('Enter')
  await tab.waitForFunction(() => document.activeElement?.closest('[data-place=imageUrl]'))
  await tab.getByRole('tab', { name: 'Preview' }).click()
  const block = page().locator('.prose > *').nth(3)
  const words = await block.innerText()
  await block.click()
  await tab.waitForFunction(() => document.activeElement?.closest('[data-place=content]'))
  await tab.waitForFunction((wanted) => {
    const at = getSelection()?.anchorNode ?? null
    return [...document.querySelectorAll('.rich-text > *')].find((one) => one.contains(at))?.textContent === wanted
  }, words)
  await tab.getByRole('tab', { name: 'Preview' }).click()
  await soon(async () => expect(await page().locator('[data-outlined]').innerText()).toBe(words))
})

test('in Spanish it focuses the translation', async () => {
  await tab.getByRole('radio', { name: 'Español' }).click()
  await page().locator('h1[data-field="translations.es.title"]').click()
  await tab.waitForFunction(() => document.activeElement?.closest('[data-place="translations.es.title"]'))
  expect(await focused()).toBe('translations.es.title')
})

test('pages link to their fields, down to the entries of lists', async () => {
  for (const [name, path] of [
    ['Home', 'heroSubtitle'],
    ['Home', 'features.1.title'],
    ['About', 'team.0.name'],
    ['Contact', 'address'],
    ['Legal', 'sections.0.content'],
  ] as const) {
    await tab.goto('/admin/content/')
    await tab.getByRole('button', { name: `Edit ${name}` }).click()
    await tab.getByRole('tab', { name: 'Preview' }).click()
    await page().locator(`[data-field="${path}"]`).first().click()
    await tab.waitForFunction((wanted) => document.activeElement?.closest(`[data-place="${wanted}"]`) !== null, path)
  }
})

test('a page of blocks is written beside its preview, which follows the cursor and links to the fields', async () => {
  await tab.goto('/admin/pages/')
  await tab.getByRole('button', { name: 'Add New' }).click()
  await tab.getByRole('option', { name: 'Landing page' }).click()
  await page().locator('h1').click()
  await tab.waitForFunction(() => document.activeElement?.closest('[data-place="blocks.top.title"]'))
  await tab.keyboard.press('ControlOrMeta+a')
  await tab.keyboard.type('Dry classrooms in one summer')
  await page().getByRole('heading', { level: 1, name: 'Dry classrooms in one summer' }).waitFor()
  await tab.getByRole('textbox', { name: 'Text', exact: true }).first().focus()
  await page().locator('p[data-outlined]').waitFor()
  expect(await focused()).toBe('blocks.top.text')
  expect(await axeViolations(tab)).toEqual([])
  await tab.getByRole('button', { name: 'Preview beside the text' }).click()
  await soon(async () => expect(await tab.locator('iframe').count()).toBe(0))
})

test('no script runs in the frame, and nothing is logged', () => {
  expect(tab.complaints).toEqual([])
})
