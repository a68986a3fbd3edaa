import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { createLog } from '#platform/log/log'
import { migrateDatabase } from '#platform/db/migrate'
import { openDatabase } from '#platform/db/open-database'
import { storeManyPosts } from '../bench/many-posts'
import { firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openTab, type Tab } from './browser'

const count = 330

let site: SiteProcess
let browser: Browser
let tab: Tab

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'long-list-'))
  const { withDedicatedConnection, close } = await openDatabase({ dataDir }, createLog('error', false), migrateDatabase)
  await withDedicatedConnection((db) => storeManyPosts(db, count))
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
