import { afterAll, beforeAll, expect, test } from 'bun:test'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { administrator, type Client, firstAdministrator, signIn as signInAgain, visitor } from '../client'
import { postInput } from '../inputs'
import { type SiteProcess, startSite } from '../site-process'
import { axeViolations, hydrated, launch, openTab, type Tab } from './browser'

const siteName = 'Acme'
const folder = mkdtempSync(join(tmpdir(), 'restore-'))
let browser: Browser
let site: SiteProcess
let admin: Client
beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0', SITE_NAME: siteName } })])
  admin = await firstAdministrator(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const slugs = async () =>
  ((await (await visitor(site.url).get('/api/blog')).json()) as { slug: string }[]).map(({ slug }) => slug)

async function publish(slug: string) {
  const answer = await admin.write('POST', '/api/blog', postInput({ slug, title: slug }))
  expect(answer.status).toBe(201)
}

/** A tab with a signed-in administrator, on the screen of the backups. */
async function signedIn(options: object = {}): Promise<Tab> {
  const tab = await openTab(browser, { baseURL: site.url, acceptDownloads: true, ...options })
  await tab.goto('/admin/system/')
  await hydrated(tab)
  await signIn(tab)
  return tab
}

async function signIn(tab: Tab) {
  await tab.getByLabel('Username').fill(administrator.username)
  await tab.getByLabel('Password', { exact: true }).fill(administrator.password)
  await tab.getByLabel('Password', { exact: true }).press('Enter')
  await tab.getByRole('heading', { level: 1, name: 'Status and backups' }).waitFor()
}

/** Fills in the dialog, with the keyboard only. */
async function confirm(tab: Tab, { password = administrator.password, name = siteName } = {}) {
  const dialog = tab.getByRole('dialog', { name: 'Restore the site' })
  await dialog.getByText('Everything newer is replaced').waitFor()
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('Name of the site').fill(name)
  await tab.keyboard.press('Enter')
  return dialog
}

/** Waits for the end of a restore: everybody is logged out, and the result is shown after the new login. */
async function follow(tab: Tab) {
  const ended = tab.getByRole('dialog', { name: 'Please log in again' })
  await ended.waitFor({ timeout: 60_000 })
  expect(await axeViolations(tab)).toEqual([])
  await ended.getByRole('link', { name: 'Login' }).click()
  await signIn(tab)
  const done = tab.getByRole('dialog', { name: 'The site was restored' })
  await done.getByText('The site matches the backup').waitFor()
  expect(await axeViolations(tab)).toEqual([])
  await done.getByRole('button', { name: 'Close' }).last().press('Enter')
  await done.waitFor({ state: 'detached' })
}

test('a backup of the list is restored from its dialog, and the result is shown after the new login', async () => {
  await publish('of-the-backup')
  const tab = await signedIn()
  await tab.getByRole('button', { name: 'Back up now' }).click()
  const open = tab.getByRole('button', { name: /^Restore the backup of / })
  await open.waitFor()
  const downloading = tab.waitForEvent('download')
  await tab.getByRole('button', { name: /^Download the backup of / }).click()
  await tab.getByLabel('Current password').fill(administrator.password)
  await tab.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).click()
  await (await downloading).saveAs(join(folder, 'site.archive'))
  await publish('newer')

  await open.focus()
  await tab.keyboard.press('Enter')
  let dialog = await confirm(tab, { password: 'not the right one' })
  await dialog.getByText('This is not your current password').waitFor()
  dialog = await confirm(tab, { name: 'Another' })
  await dialog.getByText('Please type the site’s name').first().waitFor()
  expect(await axeViolations(tab)).toEqual([])
  expect(await slugs()).toContain('newer')
  await confirm(tab)
  await follow(tab)
  expect(await slugs()).toContain('of-the-backup')
  expect(await slugs()).not.toContain('newer')
  // The previous state is in the list as a backup, and can be restored.
  await tab.getByText('Before a restore').waitFor()
  // Browsers report error statuses: a wrong password and name, requests during the restore, and the ended session.
  expect(tab.complaints.filter((text) => !/status of (401|403|422|503)/.test(text))).toEqual([])
  await tab.context().close()
}, 120_000)

test('a file is restored; errors in it are shown before anything is uploaded, or before all of it is', async () => {
  admin = await signInAgain(site)
  await publish('newer-than-the-file')
  const tab = await signedIn({ viewport: { width: 375, height: 800 } })
  const choose = async (path: string) => {
    const choosing = tab.waitForEvent('filechooser')
    await tab.getByRole('button', { name: 'Restore from a file…' }).press('Enter')
    await (await choosing).setFiles(path)
  }
  const other = join(folder, 'notes.txt')
  appendFileSync(other, 'no backup')
  await choose(other)
  await tab.getByText('This file isn’t a backup of a site').waitFor()
  await tab.keyboard.press('Escape')

  // Far more than fits in the buffers between browser and site.
  const damaged = join(folder, 'damaged.archive')
  appendFileSync(damaged, new Uint8Array(await Bun.file(join(folder, 'site.archive')).arrayBuffer()))
  for (let part = 0; part < 16; part++) appendFileSync(damaged, new Uint8Array(8_000_000))
  await choose(damaged)
  const dialog = await confirm(tab, { password: 'not the right one' })
  await dialog.getByText('This is not your current password').waitFor()
  await confirm(tab)
  await dialog.getByText('is damaged').waitFor()
  expect(await axeViolations(tab)).toEqual([])
  await tab.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await slugs()).toContain('newer-than-the-file')

  await choose(join(folder, 'site.archive'))
  await confirm(tab)
  await follow(tab)
  expect(await slugs()).toContain('of-the-backup')
  expect(await slugs()).not.toContain('newer-than-the-file')
  await tab.context().close()
}, 120_000)
