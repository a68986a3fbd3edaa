import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, hydrated, launch, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess

const code =
  'const plan = (rooms) => rooms.filter((room) => room.seats > 30).map((room) => room.name).join(" and then ")'
const cells = (cell: string) => `<tr>${Array.from({ length: 9 }, () => `<${cell}>Colegio</${cell}>`).join('')}</tr>`
const part = (name: string) => `<h2>${name}</h2>${'<p>A plan of a building is a promise about walls. </p>'.repeat(14)}`
const content = [
  '<p>Every school asks<sup id="note-a1-ref"><a href="#note-a1">1</a></sup> for <a href="https://example.com/p">it</a>.</p>',
  part('First part'),
  `<pre><code>${code.replaceAll('>', '&gt;')}\n</code></pre>`,
  part('Second part'),
  `<table><caption>Hours saved</caption><thead>${cells('th')}</thead><tbody>${cells('td')}</tbody></table>`,
  '<figure><img src="/images/project-school-timetables.webp" alt="A grid"><figcaption>A week.</figcaption></figure>',
  part('Third part'),
  '<ol><li id="note-a1"><span>Nearly every one.</span> <a href="#note-a1-ref">↩</a></li></ol>',
].join('')

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
  const answer = await (
    await firstAdministrator(site)
  ).write('POST', '/api/blog', {
    title: 'A long read',
    slug: 'a-long-read',
    excerpt: 'Long.',
    category: 'Schools',
    imageUrl: '/images/project-school-timetables.webp',
    publishedAt: '2026-01-01T09:00:00.000Z',
    content,
    translations: { es: { title: 'Una lectura larga', content } },
  })
  expect(answer.status).toBe(201)
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

async function read(options: BrowserContextOptions = {}, path = '/blog/a-long-read/'): Promise<Tab> {
  const tab = await openTab(browser, { baseURL: site.url, ...options })
  await tab.goto(path)
  return tab
}

describe('a long text', () => {
  test('has a copy button for its code that reports success, in both languages, without layout shift', async () => {
    for (const [path, name, said] of [
      ['/blog/a-long-read/', 'Copy code', 'Copied'],
      ['/es/blog/a-long-read/', 'Copiar código', 'Copiado'],
    ] as const) {
      const tab = await read({ permissions: ['clipboard-read', 'clipboard-write'] }, path)
      const height = () => tab.evaluate(() => document.querySelector('.article')?.getBoundingClientRect().height)
      const before = await height()
      await hydrated(tab)
      const button = tab.getByRole('button', { name })
      await button.waitFor()
      expect([await button.count(), await height()]).toEqual([1, before])
      await button.focus()
      await button.press('Enter')
      await tab.locator('.code-frame output', { hasText: said }).waitFor({ state: 'attached' })
      expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe(code)
      expect(tab.complaints).toEqual([])
      await tab.context().close()
    }
  })

  test('has no button where no script could handle it', async () => {
    const tab = await read({ javaScriptEnabled: false })
    expect(await tab.locator('.code-frame').count()).toBe(1)
    expect(await tab.locator('.code-frame button').count()).toBe(0)
    await tab.context().close()
  })

  test('is followed by its table of contents, without layout shift', async () => {
    const tab = await read()
    await hydrated(tab)
    // Waits for the font before counting.
    await tab.evaluate(async () => {
      await document.fonts.ready
      const { dataset } = document.documentElement
      const count = (list: PerformanceObserverEntryList) =>
        void (dataset.shifts = String(Number(dataset.shifts ?? 0) + list.getEntries().length))
      new PerformanceObserver(count).observe({ type: 'layout-shift' })
    })
    const current = tab.locator('.contents [aria-current]')
    expect(await current.count()).toBe(0)
    for (const name of ['First part', 'Third part', 'Second part']) {
      await tab.evaluate((text) => {
        const heading = [...document.querySelectorAll('.article-body h2')].find((found) => found.textContent === text)
        scrollTo({ top: scrollY + (heading?.getBoundingClientRect().top ?? 0) - 40, behavior: 'instant' })
      }, name)
      await tab.locator('.contents [aria-current]', { hasText: name }).waitFor()
      await soon(async () => expect(await current.count()).toBe(1))
      await soon(async () => {
        const seen = await tab.locator('.contents').boundingBox()
        expect(seen && seen.y >= 0 && seen.y + seen.height <= 900).toBe(true)
      })
    }
    const shifts = await tab.evaluate(() => Number(document.documentElement.dataset.shifts ?? 0))
    expect(shifts).toBe(0)
    await tab.context().close()
  })

  test('scrolls its tables and code inside themselves, with the keyboard, and links to its footnotes and back', async () => {
    for (const width of [375, 1280]) {
      const tab = await read({ viewport: { width, height: 800 } })
      await hydrated(tab)
      const wide = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide).toBeLessThanOrEqual(0)
      for (const place of [tab.getByRole('region', { name: 'Hours saved' }), tab.locator('pre')]) {
        await place.focus()
        await place.press('ArrowRight')
        await tab.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0)
      }
      await tab.locator('sup a').press('Enter')
      expect(await tab.locator('li:target').textContent()).toContain('Nearly every one.')
      await tab.getByRole('link', { name: 'Back to the text' }).press('Enter')
      await soon(async () => expect(await tab.locator('sup:target').count()).toBe(1))
      expect(await axeViolations(tab)).toEqual([])
      await tab.context().close()
    }
  })

  test('shows its author and can be shared by mail, beside it or below it, and as a link once scripts run', async () => {
    for (const width of [375, 1280]) {
      const tab = await read({ viewport: { width, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })
      const share = tab.locator('.share').filter({ visible: true })
      expect(await share.count()).toBe(1)
      const [text, block] = [await tab.locator('.article-body').boundingBox(), await share.boundingBox()]
      if (width === 375) expect(block!.y).toBeGreaterThanOrEqual(text!.y + text!.height)
      else expect(block!.x + block!.width).toBeLessThanOrEqual(text!.x)
      const mail = new URL((await share.getByRole('link', { name: 'Share by email' }).getAttribute('href')) ?? '')
      expect([mail.protocol, mail.searchParams.get('subject')]).toEqual([
        'mailto:',
        await tab.locator('h1').textContent(),
      ])
      expect(new URL(mail.searchParams.get('body') ?? '').pathname).toBe(new URL(tab.url()).pathname)
      expect(await share.getByRole('button').count()).toBe(0)
      await hydrated(tab)
      await share.getByRole('button', { name: 'Copy link' }).click()
      await share.getByText('Copied').waitFor()
      expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe(mail.searchParams.get('body') ?? '')
      await tab.context().close()
    }
  })

  test('is printed alone, with the addresses of its links and all of its code', async () => {
    const tab = await read({ viewport: { width: 700, height: 900 } })
    await hydrated(tab)
    await tab.getByRole('button', { name: 'Copy code' }).waitFor()
    await tab.emulateMedia({ media: 'print' })
    for (const gone of ['.site-header', '.site-footer', '.back', '.contents', '.posts-around', '.copy-code'])
      expect([gone, await tab.locator(gone).isVisible()]).toEqual([gone, false])
    const printed = await tab.evaluate(() => {
      const link = document.querySelector('.article-body a[href^=http]')
      const pre = document.querySelector('pre')
      const frame = document.querySelector('.table-frame')
      return {
        address: link && getComputedStyle(link, '::after').content,
        cut: pre && pre.scrollWidth - pre.clientWidth,
        table: frame && getComputedStyle(frame).overflowX,
      }
    })
    expect(printed).toEqual({ address: '" (https://example.com/p)"', cut: 0, table: 'visible' })
    await tab.context().close()
  })
})
