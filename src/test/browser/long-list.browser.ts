import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { createLog } from '#platform/log/log'
import { migrateDatabase } from '#platform/db/migrate'
import { openDatabase } from '#platform/db/open-database'
import { storeManyPosts } from '../bench/many-posts'
import { storeManyRows } from '../bench/many-rows'
import { firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openTab, type Tab } from './browser'

const count = 330
/** In lists that are loaded whole. */
const rows = 400

let site: SiteProcess
let browser: Browser
let tab: Tab

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'long-list-'))
  const { withDedicatedConnection, close } = await openDatabase({ dataDir }, createLog('error', false), migrateDatabase)
  await withDedicatedConnection(async (db) => {
    await storeManyPosts(db, count)
    await storeManyRows(db, rows)
    await db.execute(sql`
      insert into outbox (kind, "to", letter, subject, state, message_id, next_attempt_at)
      select 'message', 'ada@example.com', '{}', 'Letter ' || i, 'failed', 'letter-' || i, null from generate_series(1, ${rows}::int) as i`)
  })
  await close()
  ;[browser, site] = await Promise.all([launch(), startSite({ dataDir, env: { THROTTLE: '0' }, seconds: 90 })])
  const { cookie } = await firstAdministrator(site)
  const [name = '', value = ''] = cookie.split('=')
  tab = await openTab(browser, { baseURL: site.url })
  await tab.context().addCookies([{ name, value, url: site.url }])
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const shown = (text: string) => tab.getByRole('status').filter({ hasText: text }).first().waitFor()
const focused = () => tab.evaluate(() => document.activeElement?.getAttribute('aria-label'))

test('a list of some hundred posts is paged, sorted, filtered, and edited, by keyboard and by mouse', async () => {
  const asked: string[] = []
  tab.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/blog') asked.push(search)
  })
  await tab.goto('/admin/blog/')
  await shown(`1–100 of ${count}`)
  expect(asked).toEqual(['?status=all&limit=1', '?status=all&limit=100&sort=-publishedAt'])
  expect(await axeViolations(tab)).toEqual([])

  const next = tab.getByRole('button', { name: 'Next page' })
  await next.first().focus()
  for (const part of ['101–200', '201–300', `301–${count}`]) {
    await tab.keyboard.press('Enter')
    await shown(`${part} of ${count}`)
  }
  await soon(async () => expect(await focused()).toBe('Previous page'))
  await tab.keyboard.press('Enter')
  await shown(`201–300 of ${count}`)

  // Rendering the rows near the button does not move it.
  const height = () => tab.evaluate(() => document.documentElement.scrollHeight)
  const guessed = await height()
  await next.last().scrollIntoViewIfNeeded()
  await tab.locator('[aria-rowindex="301"]').waitFor()
  expect(Math.abs((await height()) - guessed)).toBeLessThan(20)
  await next.last().click()
  await shown(`301–${count} of ${count}`)
  await soon(async () => expect(await focused()).toBe('Previous page'))

  await tab.getByRole('searchbox').fill('educacion post-32')
  await tab.getByText('8 matches').waitFor({ state: 'attached' })
  await soon(async () => expect(await tab.getByRole('rowheader').count()).toBe(8))
  await tab.getByRole('searchbox').fill('post-329')
  await tab.getByText('1 match', { exact: true }).waitFor({ state: 'attached' })
  await tab.getByRole('button', { name: /^Delete “/ }).click()
  await tab.getByRole('button', { name: 'Move to trash' }).click()
  await tab.getByText(/^Nothing found for/).waitFor()
  await tab.getByRole('button', { name: 'Undo' }).click()
  await tab.getByRole('rowheader', { name: /329/ }).waitFor()

  // Clearing the filter returns to the page before it.
  await tab.getByRole('searchbox').fill('')
  await shown(`301–${count} of ${count}`)
  await tab.getByRole('button', { name: 'Title', exact: true }).click()
  await tab.waitForFunction(() => document.querySelector('tbody th .kit-open')?.textContent?.startsWith('Building'))
  await tab.getByRole('radio', { name: 'Drafts' }).click()
  await tab.waitForFunction(() => document.querySelector('[aria-rowcount="67"]'))
  expect(asked.at(-1)).toBe('?status=draft&limit=100&sort=title')
}, 120_000)

test('an editor opened by its address loads that one record of a long list', async () => {
  const asked: string[] = []
  tab.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/blog') asked.push(search)
  })
  await tab.goto('/admin/blog/?edit=300')
  await tab.getByRole('dialog').waitFor()
  expect(asked).toContain('?status=all&id=300')
  expect(asked).not.toContain('?status=all')
}, 60_000)

/** The rows in the window, and the share that they cover of what the list takes up in it. */
const inWindow = () =>
  tab.evaluate(() => {
    const height = (boxes: DOMRect[]) =>
      boxes.reduce((sum, { top, bottom }) => sum + Math.max(Math.min(bottom, innerHeight) - Math.max(top, 0), 0), 0)
    const boxesOf = (selector: string) =>
      Array.from(document.querySelectorAll(selector), (element) => element.getBoundingClientRect())
    const drawn = boxesOf('main tbody tr:not([aria-hidden])')
    return {
      count: drawn.filter(({ top, bottom }) => bottom > 0 && top < innerHeight).length,
      share: height(drawn) / height(boxesOf('main tbody')),
    }
  })
const isCovered = (after: string) =>
  soon(async () => {
    const { count: drawn, share } = await inWindow()
    // Cards have a margin between them.
    expect({ after, isFull: drawn > 0 && share > 0.8 }).toEqual({ after, isFull: true })
  })
const fullHeight = () => tab.evaluate(() => document.querySelector('main table')?.clientHeight ?? 0)

for (const [address, chunks] of [
  ['/admin/waitlist/', 16],
  ['/admin/messages/', 6],
  ['/admin/outbox/', 2],
  ['/admin/blog/', 4],
] as const)
  test(`the list at ${address} is never blank, whatever scrolls, prints, resizes or photographs it`, async () => {
    const wide = { width: 1280, height: 900 }
    await tab.setViewportSize(wide)
    await tab.goto(address)
    await tab.locator('main tbody tr').nth(20).waitFor()
    expect(await tab.locator('main tbody').count()).toBeGreaterThanOrEqual(chunks)
    const before = await fullHeight()
    for (let shot = 0; shot < 2; shot++) {
      await tab.screenshot({ fullPage: true })
      await isCovered(`screenshot ${shot}`)
    }
    expect(Math.abs((await fullHeight()) / before - 1)).toBeLessThan(0.1)

    for (const key of ['End', 'Home', 'End', 'PageUp', 'PageUp', 'Home']) {
      await tab.keyboard.press(key)
      await isCovered(key)
    }
    for (const chunk of [chunks - 1, 1, chunks - 2, 0]) {
      await tab.evaluate((index) => document.querySelectorAll('main tbody')[index]?.scrollIntoView(), chunk)
      await isCovered(`chunk ${chunk}`)
    }
    // As fast as somebody pulls the scroll bar.
    await tab.evaluate(async () => {
      for (let turn = 0; turn < 60; turn++) {
        scrollTo(0, (document.documentElement.scrollHeight * (turn % 7)) / 7)
        if (turn % 3 === 0) await new Promise(requestAnimationFrame)
      }
    })
    await isCovered('scrolling')

    for (const size of [
      { width: 375, height: 700 },
      { width: 2560, height: 3600 },
      { width: 1280, height: 400 },
      wide,
    ]) {
      await tab.setViewportSize(size)
      // In a low window the list may begin below it.
      await tab.evaluate(() => {
        const table = document.querySelector('main table')
        if (table && table.getBoundingClientRect().top > innerHeight / 2) table.scrollIntoView()
      })
      await isCovered(`width ${size.width}`)
    }
    await tab.evaluate(() => document.querySelector('main tbody')?.scrollIntoView())
    await tab.emulateMedia({ media: 'print' })
    await soon(async () => expect(await tab.locator('main tr[aria-hidden]').count()).toBe(0))
    await tab.emulateMedia({ media: null })
    await isCovered('print')
  }, 120_000)
