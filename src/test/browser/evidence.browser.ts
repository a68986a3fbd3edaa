import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { type Client, firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { axeViolations, hydrated, launch, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess
let editor: Client
beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
  editor = await firstAdministrator(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

async function open(path: string, options: BrowserContextOptions = {}): Promise<Tab> {
  const tab = await openTab(browser, { baseURL: site.url, ...options })
  await tab.goto(path)
  return tab
}

const textsOf = (tab: Tab, selector: string) =>
  tab.locator(selector).evaluateAll((all) => all.map((one) => (one instanceof HTMLElement ? one.innerText : '')))

test.each([
  ['/projects/workshop-tutor/', 'Client\nA vocational school', 'NO EFFECT', 'Valve Inspection'],
  [
    '/es/projects/workshop-tutor/',
    'Cliente\nUn centro de formación profesional',
    'SIN EFECTO',
    'Inspección de válvulas',
  ],
])('%s has facts, measured figures and the next sheet, with and without scripts', async (path, fact, stamp, next) => {
  for (const options of [
    {},
    { javaScriptEnabled: false },
    { colorScheme: 'dark', viewport: { width: 375, height: 800 } },
  ] satisfies BrowserContextOptions[]) {
    const tab = await open(path, options)
    if (!('javaScriptEnabled' in options)) await hydrated(tab)
    expect((await textsOf(tab, '.title-block > div'))[0]).toBe(fact)
    const measured = await textsOf(tab, '.measured > div')
    expect([measured.length, measured[0]?.includes('6 min'), measured[0]?.includes('2 min')]).toEqual([3, true, true])
    expect(measured[2]).toContain(stamp)
    expect(await tab.locator('.next-sheet a').innerText()).toBe(next)
    expect(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    if (!('javaScriptEnabled' in options)) expect(await axeViolations(tab)).toEqual([])
    expect(tab.complaints).toEqual([])
    await tab.context().close()
  }
})

test('measured figures without blanks break, instead of making the page wider', async () => {
  const { id, ...project } = (await (await editor.get('/api/projects/press-watch')).json()) as Record<string, unknown>
  const results = [{ label: 'l'.repeat(120), before: 'a'.repeat(40), after: 'b'.repeat(40), note: 'n'.repeat(300) }]
  const write = (values: object) => editor.write('PUT', `/api/projects/${Number(id)}`, values)
  expect((await write({ ...project, results })).status).toBe(200)
  for (const width of [320, 1280]) {
    const tab = await open('/projects/press-watch/', { viewport: { width, height: 800 } })
    expect(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await tab.context().close()
  }
  expect((await write(project)).status).toBe(200)
})

test('the next sheet leads from project to project, back to the first', async () => {
  const tab = await open('/projects/')
  const titles = await textsOf(tab, '.project-card .card-title')
  await tab.locator('.project-card .card-title a').first().click()
  for (const title of [...titles.slice(1), titles[0]!]) {
    const link = tab.locator('.next-sheet a')
    await link.getByText(title, { exact: true }).waitFor()
    await link.click()
    await tab.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  await tab.context().close()
})

test('the table of contents follows the head of a project, with and without facts', async () => {
  const { id } = (await (await editor.get('/api/projects/press-watch')).json()) as { id: number }
  const gap = async () => {
    const tab = await open('/projects/press-watch/', { viewport: { width: 1280, height: 900 } })
    const [head, contents] = await Promise.all(
      ['.article-head', '.contents'].map((part) => tab.locator(part).boundingBox()),
    )
    await tab.context().close()
    return contents!.y - head!.y - head!.height
  }
  expect(await gap()).toBeLessThan(60)
  const stored = (await (await editor.get('/api/projects/press-watch')).json()) as object
  await editor.write('PUT', `/api/projects/${id}`, { ...stored, facts: [], results: [] })
  const plain = await open('/projects/press-watch/')
  expect(await plain.locator('.title-block, .measured').count()).toBe(0)
  await plain.context().close()
  expect(await gap()).toBeLessThan(60)
})
