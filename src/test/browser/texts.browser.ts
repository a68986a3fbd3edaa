import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import type { SiteText } from '#features/settings/texts/contract'
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

const ownText = async (key: string) => {
  const texts = (await (await tab.request.get('/api/site/texts')).json()) as SiteText[]
  return texts.find((text) => text.key === key)?.values.en
}
const field = (name: string) => tab.getByRole('textbox', { name, exact: true })
const save = () => tab.getByRole('button', { name: 'Save and publish' }).click()
const published = () => tab.getByText('Text published').first().waitFor()
const openText = async (words: string, name: string) => {
  await tab.goto('/admin/site/?part=texts')
  await tab.getByRole('searchbox', { name: 'Find a text' }).fill(words)
  await tab.getByRole('button', { name, exact: true }).click()
}

test('the forms of a plural are typed without syntax, and the page says them', async () => {
  await openText('min read', 'Change “[Number] min read”')
  const english = tab.getByRole('group', { name: 'English' })
  const other = english.getByRole('textbox', { name: 'Any other number' })
  await other.press('End')
  await tab.keyboard.type(' (it’s {quick})')
  expect(await other.textContent()).toBe('Number min read (it’s {quick})')
  expect(await axeViolations(tab)).toEqual([])
  await save()
  await published()
  expect(await ownText('blog.readingTime')).toBe(
    "{count, plural, one {# min read} other {# min read (it’s '{'quick'}')}}",
  )
  const { slug } = ((await (await tab.request.get('/api/blog')).json()) as { slug: string }[])[0]!
  expect(await (await fetch(`${site.url}/blog/${slug}/`)).text()).toContain('min read (it’s {quick})')
})

test('a placeholder is removed as one character, is asked for, and comes back by its button, by typing and by pasting', async () => {
  await openText('new tab', 'Change “GitHub: [Title] (opens in a new tab)”')
  const text = field('English')
  await text.press('Home')
  for (const _ of 'GitHub: ') await tab.keyboard.press('ArrowRight')
  await tab.keyboard.press('Delete')
  expect(await text.textContent()).toBe('GitHub:  (opens in a new tab)')
  await save()
  await soon(async () => expect(await text.getAttribute('aria-invalid')).toBe('true'))
  expect(await ownText('projects.githubLabel')).toBeNull()
  // What is done within half a second is undone together.
  await Bun.sleep(600)
  await tab.getByRole('button', { name: 'Insert Title' }).click()
  await soon(async () => expect(await text.locator('.edit-chip').count()).toBe(1))
  await soon(async () => expect(await text.evaluate((element) => element === document.activeElement)).toBe(true))
  await tab.keyboard.press('ControlOrMeta+z')
  await soon(async () => expect(await text.locator('.edit-chip').count()).toBe(0))
  await tab.keyboard.type('{title}')
  await soon(async () => expect(await text.locator('.edit-chip').count()).toBe(1))
  await tab.keyboard.press('ControlOrMeta+a')
  await text.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Code of\n{title} in {another} tab')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await soon(async () => expect(await text.textContent()).toBe('Code of Title in {another} tab'))
  await save()
  await published()
  expect(await ownText('projects.githubLabel')).toBe("Code of {title} in '{'another'}' tab")
  expect(tab.complaints.filter((said) => !said.includes('422'))).toEqual([])
})

test('a text that a page or the settings have leads to its field', async () => {
  for (const [link, place] of [
    ['Change About: Title', 'title'],
    ['Change Legal: Sections', 'sections'],
    ['Change Projects: Page subtitle', 'projectsSubtitle'],
    ['Change Sentence in the footer', 'footer.en'],
  ]) {
    await tab.goto('/admin/site/?part=texts')
    await tab.getByRole('link', { name: link, exact: true }).click()
    await tab.waitForFunction((path) => document.activeElement?.closest(`[data-place="${path}"]`), place)
  }
})
