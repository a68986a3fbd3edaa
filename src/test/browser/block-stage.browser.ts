import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Browser, Locator } from 'playwright-core'
import { patterns } from '#features/custom-pages/patterns/patterns'
import { firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess
let tab: Tab
let cookie: string
let slug: string

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0', SEED_DEMO: '1' } })])
  ;({ cookie } = await firstAdministrator(site))
  const [name = '', value = ''] = cookie.split('=')
  tab = await openTab(browser, { baseURL: site.url, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await tab.context().addCookies([{ name, value, url: site.url }])
})
beforeEach(async () => {
  const answer = await fetch(`${site.url}/api/pages`, {
    method: 'POST',
    headers: { cookie, origin: site.url, 'content-type': 'application/json' },
    body: JSON.stringify(patterns.landing.page),
  })
  expect(answer.status).toBe(201)
  const { id, ...made } = (await answer.json()) as { id: number; slug: string }
  slug = made.slug
  await tab.goto('about:blank')
  await tab.goto(`/admin/pages/?edit=${id}`)
  await section('contact').waitFor()
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const page = () => tab.frameLocator('iframe')
const section = (block: string) => page().locator(`[data-block="${block}"]`)
const inPreview = () =>
  page()
    .locator('[data-block]')
    .evaluateAll((all) => all.map(({ dataset }) => dataset.block))
const inRows = () => tab.locator('.block-list > .content-entry').evaluateAll((all) => all.map((row) => row.ariaLabel))
const ids = () =>
  tab.locator('.block-list > .content-entry').evaluateAll((all) => all.map(({ dataset }) => dataset.block))
const tools = (name: RegExp) => tab.getByRole('toolbar', { name })
const focused = () =>
  tab.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.tagName.toLowerCase())
const insert = (place: number) => tab.getByRole('button', { name: `Insert at place ${place}`, exact: true })
const shownOpacity = (button: Locator) => button.evaluate((one) => getComputedStyle(one).opacity)

/** Moves the pointer to the upper edge of a block in the preview. */
async function hoverAbove(block: string) {
  await section(block).scrollIntoViewIfNeeded()
  const box = (await section(block).boundingBox())!
  await tab.mouse.move(box.x + 200, box.y + 40)
  await tab.mouse.move(box.x + box.width / 2, box.y + 3)
}
/** Selects a block by a click beside its texts. */
async function select(block: string) {
  await section(block).scrollIntoViewIfNeeded()
  await section(block).click({ position: { x: 8, y: 60 } })
}
const begin = ['top', 'figures', 'reasons', 'quote', 'work', 'questions', 'contact']

test('a block is inserted at the gap under the pointer, with unsaved texts kept', async () => {
  const title = tab.getByRole('textbox', { name: 'Title', exact: true }).first()
  await title.fill('Clocks')
  await hoverAbove('reasons')
  await soon(async () => expect(await shownOpacity(insert(3))).toBe('1'))
  await insert(3).click()
  await tab.getByRole('menuitem', { name: 'Quote' }).click()
  await soon(async () => expect(await focused()).toBe('Quote, block 3'))
  const order = (await ids()) as string[]
  expect(order.toSpliced(2, 1)).toEqual(begin)
  await soon(async () => expect(await inPreview()).toEqual(order))
  // It is selected in both panes.
  await tools(/^Quote, block 3$/).waitFor()
  expect(await tab.locator('.content-entry[data-selected]').getAttribute('aria-label')).toBe('Quote, block 3')
  expect(await title.inputValue()).toBe('Clocks')
})

test('the first and the last place can be reached, and the line is gone with the pointer', async () => {
  await hoverAbove('top')
  await soon(async () => expect(await shownOpacity(insert(1))).toBe('1'))
  // Along the line the button stays.
  const box = (await section('top').boundingBox())!
  for (const x of [100, 300, 500]) await tab.mouse.move(box.x + x, box.y + 5)
  expect(await shownOpacity(insert(1))).toBe('1')
  await tab.mouse.move(20, 300)
  await soon(async () => expect(await shownOpacity(insert(1))).toBe('0'))
  await section('contact').scrollIntoViewIfNeeded()
  const last = (await section('contact').boundingBox())!
  const frame = (await tab.locator('iframe').boundingBox())!
  const end = Math.min(last.y + last.height, frame.y + frame.height) - 4
  await tab.mouse.move(last.x + 100, end - 60)
  await page()
    .locator('body')
    .evaluate(() => window.scrollBy(0, 60))
  await tab.mouse.move(last.x + 100, (await section('contact').boundingBox())!.y + last.height - 2)
  await soon(async () => expect(await shownOpacity(insert(8))).toBe('1'))
  await insert(8).click()
  await tab.getByRole('menuitem', { name: 'Waitlist' }).click()
  await soon(async () => expect((await inRows()).at(-1)).toContain('block 8'))
})

test('the tools of the selected block act on it, and keep the focus', async () => {
  await select('reasons')
  const cards = () => tools(/^Cards, block \d$/)
  await cards().getByRole('button', { name: 'Move up' }).click()
  // At once again, before the preview has followed: it is the same block that moves.
  await cards().getByRole('button', { name: 'Move up' }).click()
  expect(await ids()).toEqual(['reasons', 'top', ...begin.filter((one) => !['reasons', 'top'].includes(one))])
  // It cannot move further, so the focus is on the button beside.
  await soon(async () => expect(await focused()).toBe('Move down'))
  await soon(async () => expect((await inPreview())[0]).toBe('reasons'))
  await tab.keyboard.press('Enter')
  await soon(async () => expect((await inPreview()).slice(0, 2)).toEqual(['top', 'reasons']))
  expect(await focused()).toBe('Move down')
  expect(await tab.locator('output', { hasText: 'Cards moved to place 2 of 7' }).count()).toBe(1)
  await cards().getByRole('button', { name: 'Duplicate' }).click()
  await tools(/^Cards, block 3$/).waitFor()
  expect(await ids()).toHaveLength(8)
  await tools(/^Cards, block 3$/)
    .getByRole('button', { name: 'Remove' })
    .click()
  await soon(async () => expect(await inPreview()).toHaveLength(7))
  expect(await focused()).toBe('Move up')
  await tab.getByRole('button', { name: 'Undo' }).click()
  await soon(async () => expect(await inPreview()).toHaveLength(8))
  await tools(/^Cards, block 3$/).waitFor()
  await soon(async () => expect(await focused()).toBe('Move up'))
  await tools(/^Cards, block 3$/)
    .getByRole('button', { name: 'Hide' })
    .click()
  await soon(async () => expect(await inPreview()).toHaveLength(7))
  expect(await tab.locator('.content-entry[data-hidden]').getAttribute('aria-label')).toBe('Cards, block 3')
  // The tools are those of the block before it now; the same key would hide that one too, so that the focus moved.
  await tools(/^Cards, block 2$/).waitFor()
  await soon(async () => expect(await focused()).toBe('Move up'))
  await tab.getByRole('button', { name: 'Undo' }).click()
  await soon(async () => expect(await inPreview()).toHaveLength(8))
  expect(await tab.locator('.content-entry[data-hidden]').count()).toBe(0)
  await tools(/^Cards, block 3$/).waitFor()
})

test('everything can be done by keyboard', async () => {
  await section('figures').locator('[data-field]').first().focus()
  await tools(/^Figures, block 2$/).waitFor()
  await tab.keyboard.press('Alt+ArrowDown')
  await tools(/^Figures, block 3$/).waitFor()
  await tab.keyboard.press('Alt+F10')
  expect(await focused()).toBe('Move up')
  await tab.keyboard.press('ArrowRight')
  await tab.keyboard.press('ArrowRight')
  expect(await focused()).toBe('Duplicate')
  await tab.keyboard.press('Tab')
  // The place after the selected block.
  expect(await focused()).toBe('Insert at place 4')
  expect(await shownOpacity(insert(4))).toBe('1')
  await tab.keyboard.press('End')
  expect(await focused()).toBe('Insert at place 8')
  await tab.keyboard.press('Home')
  await tab.keyboard.press('ArrowDown')
  expect(await focused()).toBe('Insert at place 2')
  await tab.keyboard.press('Enter')
  await tab.getByRole('menuitem', { name: 'Call to action' }).waitFor()
  await tab.keyboard.press('c')
  await tab.keyboard.press('a')
  await tab.keyboard.press('l')
  await tab.keyboard.press('Enter')
  await soon(async () => expect(await focused()).toBe('Call to action, block 2'))
  await soon(async () => expect(await inPreview()).toHaveLength(8))
  await tools(/^Call to action, block 2$/).waitFor()
  await tab.locator('.stage-gap button').focus()
  expect(await focused()).toBe('Insert at place 3')
  await tab.keyboard.press('Escape')
  expect(await focused()).toBe('iframe')
  expect(await tab.locator('.block-list').count()).toBe(1)
  expect(await axeViolations(tab)).toEqual([])
})

test('a selected row is scrolled to in the preview, and a selected block among the rows', async () => {
  await tab.locator('.content-entry[data-block="contact"] > .block-head > .block-fold').focus()
  await tools(/block 7$/).waitFor()
  await soon(async () => expect(await isInView(section('contact'))).toBe(true))
  await page()
    .locator('body')
    .evaluate(() => window.scrollTo(0, 0))
  await select('top')
  await soon(async () => expect(await isInView(tab.locator('.content-entry[data-block="top"]'))).toBe(true))
})
/** Whether some of it is inside the window, or the frame. */
const isInView = (element: Locator) =>
  element.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })

test('the tools follow the page while it scrolls, and stay in view in a long block', async () => {
  await select('questions')
  const bar = tools(/block 6$/)
  const offset = async () => (await bar.boundingBox())!.y - (await section('questions').boundingBox())!.y
  await soon(async () => expect(Math.abs(await offset())).toBeLessThan(3))
  await page()
    .locator('body')
    .evaluate(() => window.scrollBy(0, -30))
  await soon(async () => expect(Math.abs(await offset())).toBeLessThan(3))
  await section('questions').evaluate((one) => one.scrollIntoView({ block: 'end' }))
  await page()
    .locator('body')
    .evaluate(() => window.scrollBy(0, 500))
  await soon(async () =>
    expect((await section('questions').boundingBox())!.y).toBeLessThan((await bar.boundingBox())!.y),
  )
  expect((await bar.boundingBox())!.height).toBe(32)
})

test('the preview in Spanish has the same tools', async () => {
  await tab.locator('.edit-preview').getByRole('radio', { name: 'Español' }).click()
  await page().locator('html[lang=es]').waitFor()
  await hoverAbove('quote')
  await insert(4).click()
  await tab.getByRole('menuitem', { name: 'Figures' }).click()
  await soon(async () => expect(await inPreview()).toHaveLength(8))
  await select('quote')
  await tools(/^Quote, block 5$/)
    .getByRole('button', { name: 'Move up' })
    .click()
  await soon(async () => expect((await inPreview())[3]).toBe('quote'))
  expect(await page().getByText('Deje que un cliente cuente').count()).toBe(1)
})

test('a block with a wrong value leaves the others on the page, and can be removed by its row', async () => {
  await tab.locator('.content-entry[data-block="work"] > .block-head > .block-fold').click()
  await tab
    .locator('.content-entry[data-block="work"]')
    .getByRole('textbox', { name: /How many/ })
    .fill('many')
  await tab.waitForTimeout(1000)
  expect(await inPreview()).toEqual(begin)
  await select('reasons')
  await tools(/^Cards, block 3$/)
    .getByRole('button', { name: 'Remove' })
    .click()
  await soon(async () => expect(await inPreview()).toEqual(begin.filter((one) => one !== 'reasons')))
})

test('visitors get none of it', async () => {
  const html = await (await fetch(`${site.url}/${slug}/`)).text()
  expect(html).toContain('block-faq')
  expect(html).not.toMatch(/data-block|data-field|stage-/)
})

describe('the tab of the preview', () => {
  beforeEach(async () => {
    await tab.setViewportSize({ width: 1024, height: 800 })
    await tab.getByRole('tab', { name: 'Preview' }).click()
    await section('contact').waitFor()
  })
  afterEach(() => tab.setViewportSize({ width: 1440, height: 900 }))

  test('has the same tools, whose changes and selection the rows show', async () => {
    await hoverAbove('reasons')
    await insert(3).click()
    await tab.getByRole('menuitem', { name: 'Quote' }).click()
    await soon(async () => expect(await inPreview()).toHaveLength(8))
    // Once the page shows the new block, its tools have the focus.
    await tools(/^Quote, block 3$/).waitFor()
    await soon(async () => expect(await focused()).toBe('Move up'))
    await tools(/^Quote, block 3$/)
      .getByRole('button', { name: 'Duplicate' })
      .click()
    await tools(/^Quote, block 4$/).waitFor()
    await tools(/^Quote, block 4$/)
      .getByRole('button', { name: 'Remove' })
      .click()
    await tools(/^Quote, block 3$/).waitFor()
    await tools(/^Quote, block 3$/)
      .getByRole('button', { name: 'Hide' })
      .click()
    await soon(async () => expect(await inPreview()).toEqual(begin))
    await soon(async () => expect(await focused()).toBe('Move up'))
    await tab.getByRole('button', { name: 'Undo' }).click()
    await tools(/^Quote, block 3$/).waitFor()
    await select('questions')
    await tab.getByRole('tab', { name: 'Editor' }).click()
    const row = tab.locator('.content-entry[data-selected]')
    expect(await row.getAttribute('aria-label')).toBe('Questions, block 7')
    await soon(async () => expect(await isInView(row)).toBe(true))
    expect((await ids())[3]).toBe('reasons')
  })

  test('is worked with by keyboard: from block to block, on the tools, and between the blocks', async () => {
    await tab.locator('.edit-preview-bar button').last().focus()
    await tab.keyboard.press('Tab')
    await tools(/^Hero, block 1$/).waitFor()
    await soon(async () => expect(await focused()).toBe('Move down'))
    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('ArrowDown')
    await tools(/^Cards, block 3$/).waitFor()
    expect(await tab.locator('output', { hasText: 'Cards, block 3' }).count()).toBe(1)
    await tab.keyboard.press('Alt+ArrowDown')
    await tools(/^Cards, block 4$/).waitFor()
    await soon(async () => expect((await inPreview())[3]).toBe('reasons'))
    for (let step = 0; step < 3; step += 1) await tab.keyboard.press('Alt+ArrowDown')
    await tools(/^Cards, block 7$/).waitFor()
    // The button of a move that is not possible any more does not keep the focus.
    await soon(async () => expect(await focused()).toBe('Move up'))
    await tab.keyboard.press('Tab')
    expect(await focused()).toBe('Insert at place 8')
    await tab.keyboard.press('Shift+Tab')
    expect(await focused()).toBe('Move up')
    expect(await axeViolations(tab)).toEqual([])
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Escape')
    expect(await focused()).toBe('iframe')
  })

  test('leads from a text to its field', async () => {
    await page().locator('[data-field="blocks.top.title"], [data-block="top"] [data-field]').first().click()
    await soon(async () =>
      expect(await tab.getByRole('tab', { name: 'Editor' }).getAttribute('aria-selected')).toBe('true'),
    )
    expect(await tab.locator('.content-entry[data-selected]').getAttribute('aria-label')).toBe('Hero, block 1')
  })
})

test('on a phone the first tap selects a block, the second leads to its text', async () => {
  const phone = await openTab(browser, {
    baseURL: site.url,
    viewport: { width: 375, height: 800 },
    hasTouch: true,
    isMobile: true,
  })
  await phone.context().addCookies(await tab.context().cookies())
  await phone.goto(new URL(tab.url()).pathname + new URL(tab.url()).search)
  await phone.getByRole('tab', { name: 'Preview' }).click()
  const title = phone.frameLocator('iframe').locator('[data-block="top"] [data-field]').first()
  await title.tap()
  const bar = phone.getByRole('toolbar', { name: /^Hero, block 1$/ })
  await bar.waitFor()
  expect((await bar.getByRole('button', { name: 'Hide' }).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  const plus = phone.getByRole('button', { name: 'Insert at place 2', exact: true })
  await soon(async () => expect(await shownOpacity(plus)).toBe('1'))
  await bar.getByRole('button', { name: 'Move down' }).tap()
  await phone.getByRole('toolbar', { name: /^Hero, block 2$/ }).waitFor()
  expect(await axeViolations(phone)).toEqual([])
  await title.tap()
  await soon(async () =>
    expect(await phone.getByRole('tab', { name: 'Editor' }).getAttribute('aria-selected')).toBe('true'),
  )
  await phone.context().close()
})
