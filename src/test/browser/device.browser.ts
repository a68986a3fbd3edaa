import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { BrowserContext } from 'playwright-core'
import { firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { launchAt } from './browser'

const folder = mkdtempSync(join(tmpdir(), 'browser-'))
let site: SiteProcess
let session: { name: string; value: string; url: string }
let person: BrowserContext

const arrive = async () => {
  person = await launchAt(folder, { baseURL: site.url })
  await person.addCookies([session])
  const tab = person.pages()[0] ?? (await person.newPage())
  await tab.goto('/admin/blog/')
  return tab
}
const ownProcesses = () =>
  readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id) && commandOf(id).includes(folder))
    .map(Number)
function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

beforeAll(async () => {
  site = await startSite({ env: { THROTTLE: '0' } })
  const { cookie } = await firstAdministrator(site)
  const [name = '', value = ''] = cookie.split('=')
  session = { name, value, url: site.url }
})
afterAll(async () => {
  await person?.close().catch(() => undefined)
  await site?.dispose()
  rmSync(folder, { recursive: true, force: true })
})

test('text typed a second before the browser is killed is there when it starts again', async () => {
  const tab = await arrive()
  await tab.getByRole('button', { name: 'Add New' }).click()
  // Without a title nothing is autosaved.
  await tab
    .getByRole('textbox', { name: 'Excerpt', exact: true })
    .first()
    .pressSequentially('Words that must not be lost')
  await Bun.sleep(1000)
  const processes = ownProcesses()
  expect(processes.length).toBeGreaterThan(0)
  for (const id of processes)
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // It disappeared with its parent.
    }
  const again = await arrive()
  await again.getByRole('button', { name: 'Continue editing' }).click()
  const excerpt = again.getByRole('textbox', { name: 'Excerpt', exact: true }).first()
  await soon(async () => expect(await excerpt.inputValue()).toBe('Words that must not be lost'))
})

test('text stored by an earlier release is taken over, and text typed last is there after a reload', async () => {
  await person.close()
  const tab = await arrive()
  // The changes that both earlier windows have stored.
  const offers = tab.getByRole('button', { name: 'Discard', exact: true })
  await offers.first().waitFor()
  for (let left = await offers.count(); left > 0; left--) {
    await offers.first().click()
    await soon(async () => expect(await offers.count()).toBeLessThan(left))
  }
  await tab.evaluate(() =>
    localStorage.setItem(
      'industria-draft:post:new',
      JSON.stringify({
        title: 'Of old',
        changed: { title: 'Of old' },
        base: { title: '' },
        version: 0,
        keptAt: '2026-01-01T00:00:00.000Z',
      }),
    ),
  )
  await tab.reload()
  await tab.getByText('Of old').first().waitFor()
  await soon(async () => expect(await tab.evaluate(() => localStorage.getItem('industria-draft:post:new'))).toBeNull())
  await tab.getByRole('button', { name: 'Continue editing' }).click()
  const excerpt = tab.getByRole('textbox', { name: 'Excerpt', exact: true }).first()
  await excerpt.fill('The last words')
  tab.once('dialog', (question) => void question.accept())
  await tab.reload()
  await tab
    .getByRole('button', { name: /^(Restore|Continue editing)$/ })
    .first()
    .click()
  await soon(async () => expect(await excerpt.inputValue()).toBe('The last words'))
})
