import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { startSite, type SiteProcess } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openTab, type Tab } from './browser'

let site: SiteProcess
let browser: Browser
let tab: Tab

beforeAll(async () => {
  const administrator = { username: 'ada', password: 'correct horse battery' }
  site = await startSite({
    env: { ADMIN_USERNAME: administrator.username, ADMIN_PASSWORD: administrator.password },
    seconds: 90,
  })
  browser = await launch()
  tab = await openTab(browser, { baseURL: site.url })
  await tab.request.post('/api/login', { data: administrator, headers: { Origin: site.url } })
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const focused = () =>
  tab.evaluate(() => document.activeElement?.closest('[data-place]')?.getAttribute('data-place') ?? '')
const opener = () => tab.getByRole('button', { name: /to check$/ })

async function write(values: object): Promise<number> {
  const response = await tab.request.post('/api/blog', {
    data: { title: 'Measuring', excerpt: 'What we measure.', imageUrl: '/favicon.svg', ...values },
    headers: { Origin: site.url },
  })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: number }).id
}
const complete = {
  content: '<h2>Why</h2><p>It tells us what to leave out.</p>',
  translations: { es: { title: 'Medir', excerpt: 'Qué medimos.', content: '<h2>Por qué</h2><p>Nos lo dice.</p>' } },
}

test('what could be better is listed beside Publish, and each line leads to its field', async () => {
  const es = { ...complete.translations.es, content: '<p>Lea <a href="/es/blog/">más</a>.</p>' }
  const content = '<h2>Why</h2><p><a href="/nowhere/">A study</a></p>'
  const id = await write({ content, translations: { es } })
  await tab.goto(`/admin/blog/?edit=${id}`)
  await opener().press('Enter')
  const panel = tab.getByRole('dialog', { name: 'Before you publish' })
  const lines = panel.getByRole('listitem')
  await soon(async () =>
    expect(await lines.allInnerTexts()).toEqual([
      'This link is broken: /nowhere/\nContent',
      'This link doesn’t say where it goes: “más”\nContent · Spanish',
    ]),
  )
  expect(await axeViolations(tab)).toEqual([])
  await lines.last().getByRole('button').press('Enter')
  await panel.waitFor({ state: 'detached' })
  await soon(async () => expect(await focused()).toBe('translations.es.content'))
})

test('where there is nothing to mend, nothing is shown; what is typed is checked', async () => {
  const id = await write(complete)
  const checked = () => tab.waitForResponse((answer) => answer.url().endsWith('/api/checks'))
  await Promise.all([checked(), tab.goto(`/admin/blog/?edit=${id}`)])
  expect(await opener().count()).toBe(0)
  const title = tab.getByRole('textbox', { name: 'Title', exact: true }).first()
  await title.fill('Measuring '.repeat(7))
  await opener().click()
  await tab.getByText('Search engines cut this title').waitFor()
  await tab.keyboard.press('Escape')
  await title.fill('Measuring')
  await opener().waitFor({ state: 'detached' })
})

test('the SEO tab shows the result of a search engine and the card, as typed, in each language', async () => {
  const id = await write(complete)
  await tab.goto(`/admin/blog/?edit=${id}`)
  await tab.getByRole('tab', { name: 'SEO Metadata' }).click()
  await tab.getByRole('textbox', { name: 'Meta title', exact: true }).first().fill('Measured')
  const results = tab.locator('.edit-result')
  await soon(async () =>
    expect((await results.allInnerTexts()).map((text) => text.split('\n').filter(Boolean).slice(1))).toEqual([
      ['Measured', 'What we measure.'],
      ['Medir', 'Qué medimos.'],
    ]),
  )
  await soon(async () => expect(await tab.locator('.edit-card-title').allInnerTexts()).toEqual(['Measured', 'Medir']))
  expect(await axeViolations(tab)).toEqual([])
  await tab.getByText('Hide from search engines').click()
  await tab.keyboard.press('Control+Enter')
  await tab.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await (await tab.request.get(`/blog/measuring-3/`)).text()).toContain('<meta name="robots" content="noindex"')
  await tab.getByText('Hidden from search').waitFor()
})
