import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, forgetUnsaved, launch, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess
let session: { name: string; value: string; url: string }

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
  const { cookie } = await firstAdministrator(site)
  const [name = '', value = ''] = cookie.split('=')
  session = { name, value, url: site.url }
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

async function open(path: string, width: number, height = 800): Promise<Tab> {
  const tab = await openTab(browser, { baseURL: site.url, viewport: { width, height } })
  await tab.context().addCookies([session])
  await forgetUnsaved(tab)
  await tab.goto(path)
  await tab.locator('.rich-text').first().waitFor({ timeout: 30_000 })
  // Waits for the dialog's animation; those of spinners, and those that follow the scrolling, never end.
  await tab.waitForFunction(() =>
    document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .every((one) => one.effect?.getComputedTiming().endTime === Infinity || one.playState !== 'running'),
  )
  return tab
}

const parts =
  '.edit-cell, .kit-label, .rich-toolbar, .kit-dialog-head, .kit-dialog-foot, .kit-dialog-foot > .kit-button'
/** The positions of the editor's parts. */
const layout = (tab: Page) =>
  tab.locator('[role=dialog]').evaluate(
    (dialog, wanted) =>
      [...dialog.querySelectorAll(wanted)].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect()
        return [part.className, part.closest('[data-place]')?.getAttribute('data-place'), x, y, width, height].join(' ')
      }),
    parts,
  )
const boxOf = async (tab: Page, selector: string) => (await tab.locator(selector).first().boundingBox())!

describe('no layout shift', () => {
  for (const width of [768, 1280])
    test(`while a new post is written in both languages at ${width} px, and autosaved`, async () => {
      const tab = await open('/admin/blog/?new', width)
      const before = await layout(tab)
      await tab.getByRole('textbox', { name: 'Title', exact: true }).fill('Ovens')
      await tab.getByRole('button', { name: 'Copy from English: Title' }).waitFor()
      await tab.locator('.edit-keeping[data-at=saving]').waitFor()
      expect(await layout(tab)).toEqual(before)
      await tab.getByRole('textbox', { name: 'Title in Spanish' }).fill('Hornos')
      await tab.getByRole('button', { name: 'Copy from English: Title' }).waitFor({ state: 'detached' })
      await tab.locator('.edit-keeping[data-at=saved]').waitFor()
      expect(await layout(tab)).toEqual(before)
      await tab.context().close()
    })

  test('when a translation turns out to be outdated, and its changes are shown over the page', async () => {
    const first = await open('/admin/blog/?edit=1', 1280)
    await first.getByRole('radio', { name: 'Both' }).click()
    await first.getByRole('textbox', { name: 'Title', exact: true }).fill('Another title than before')
    await first.getByRole('button', { name: /^Update/ }).click()
    await first.getByText('Blog post updated').first().waitFor()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await first.route('**/translations/es', async (route) => {
      await held
      await route.continue()
    })
    await first.goto('/admin/blog/?edit=1')
    await first.locator('.rich-text').nth(1).waitFor()
    const before = await layout(first)
    release()
    const mark = first.getByRole('button', { name: 'Title: outdated' })
    await mark.waitFor()
    expect(await layout(first)).toEqual(before)
    await mark.click()
    const change = first.getByRole('dialog', { name: 'The English has changed since.' })
    await change.locator('ins', { hasText: 'Another' }).waitFor()
    // A panel above the page belongs to no landmark.
    expect((await axeViolations(first)).filter((text) => !text.startsWith('region:'))).toEqual([])
    await first.keyboard.press('Escape')
    await change.waitFor({ state: 'detached' })
    await soon(async () => expect(await mark.evaluate((button) => button === document.activeElement)).toBe(true))
    expect(await layout(first)).toEqual(before)
    await first.context().close()
  })
})

describe('on a phone', () => {
  test('the action bar is one low row, and further actions are in its menu', async () => {
    const tab = await open('/admin/blog/?new', 375, 812)
    const foot = await boxOf(tab, '.kit-dialog-foot')
    expect(foot.height).toBeLessThanOrEqual(64)
    await tab.getByRole('textbox', { name: 'Title', exact: true }).fill('Ovens')
    await tab.locator('.edit-keeping[data-at=saving]').waitFor()
    expect(await boxOf(tab, '.kit-dialog-foot')).toEqual(foot)
    await tab.locator('.kit-dialog-foot').getByRole('button', { name: 'More actions' }).click()
    const menu = tab.getByRole('dialog', { name: 'More actions' })
    await menu.getByText('Save draft keeps it hidden from visitors.').waitFor()
    expect(await axeViolations(tab)).toEqual([])
    await tab.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await tab.locator('.kit-dialog-foot').getByRole('button', { name: 'More actions' }).click()
    await menu.getByRole('button', { name: 'Save draft' }).click()
    await tab.getByText('Draft saved').first().waitFor()
    await tab.context().close()
  })

  test('the comparison of two versions is not wider than the screen', async () => {
    const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }
    const tab = await openTab(browser, { baseURL: site.url, ...phone })
    const inSpanish = { name: 'industria-language', value: 'es', url: site.url }
    await tab.context().addCookies([session, inSpanish])
    await tab.goto('/admin/blog/?edit=3')
    await tab.getByRole('textbox', { name: 'Título en español' }).fill('Hornos')
    await tab.keyboard.press('Control+s')
    await tab.locator('.edit-keeping[data-at=saved]').waitFor()
    const openVersion = async (name: RegExp) => {
      await tab.getByRole('button', { name: 'Detalles' }).click()
      await tab.getByRole('button', { name: 'Historial' }).click()
      await tab.getByRole('button', { name }).click()
    }
    await openVersion(/^1 /)
    await tab.getByRole('button', { name: 'Restaurar la versión 1' }).click()
    await openVersion(/^2 /)
    await tab.getByRole('option', { name: /Versión 1 restaurada/ }).waitFor({ state: 'attached' })
    const others = await boxOf(tab, '.edit-other select')
    expect(others.x + others.width).toBeLessThanOrEqual(375)
    await tab.context().close()
  })

  test('a toast covers neither the field that it names nor the pressed button', async () => {
    for (const height of [480, 560, 640, 812]) {
      const tab = await open('/admin/blog/?new', 375, height)
      await tab.getByRole('textbox', { name: 'Title', exact: true }).fill('Ovens')
      await tab.locator('.rich-text').first().fill('Words')
      await tab.getByRole('button', { name: 'Publish' }).click()
      await tab.locator('.toast').waitFor()
      await tab.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
      await tab.evaluate(() =>
        Promise.all(
          document
            .getAnimations()
            .filter(({ timeline }) => timeline === document.timeline)
            .map(({ finished }) => finished),
        ),
      )
      const [toast, field, foot] = await Promise.all([
        boxOf(tab, '.toast'),
        boxOf(tab, ':focus'),
        boxOf(tab, '.kit-dialog-foot'),
      ])
      const isApart = toast.y >= field.y + field.height || toast.y + toast.height <= field.y
      expect([height, isApart, toast.y + toast.height <= foot.y]).toEqual([height, true, true])
      await tab.context().close()
    }
  })
})

test('the preview has one row of controls, and all the space below it', async () => {
  for (const width of [375, 768, 1280]) {
    const tab = await open('/admin/blog/?edit=2', width)
    await tab.getByRole('tab', { name: 'Preview' }).click()
    await tab.locator('iframe').waitFor()
    const controls = await tab
      .locator('.edit-preview-bar')
      .getByRole('button')
      .or(tab.locator('.edit-preview-bar').getByRole('radio'))
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ y, height }) => y + height / 2))
    expect(controls.length).toBe(6)
    expect(Math.max(...controls) - Math.min(...controls)).toBeLessThan(2)
    const [frame, foot] = [await boxOf(tab, '.edit-preview-frame'), await boxOf(tab, '.kit-dialog-foot')]
    expect(foot.y - (frame.y + frame.height)).toBeLessThanOrEqual(20)
    await soon(async () =>
      expect(await tab.locator('.kit-dialog-body').evaluate((body) => body.scrollHeight <= body.clientHeight)).toBe(
        true,
      ),
    )
    await tab.context().close()
  }
})

test('an empty text of a block has a visible line', async () => {
  const tab = await openTab(browser, { baseURL: site.url })
  await tab.context().addCookies([session])
  await tab.goto('/admin/pages/')
  await tab.getByRole('button', { name: 'Add New' }).click()
  await tab.getByRole('option', { name: 'Empty' }).click()
  await tab.getByRole('button', { name: 'Add a block at position 1' }).click()
  await tab.getByRole('menuitem', { name: 'Quote' }).click()
  const line = await tab
    .getByRole('textbox', { name: 'Words', exact: true })
    .evaluate((field) => getComputedStyle(field).borderBlockEnd)
  expect(line).toStartWith('1px solid')
  await tab.context().close()
})
