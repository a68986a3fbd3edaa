import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { patterns } from '#features/custom-pages/patterns/patterns'
import { firstAdministrator } from '../client'
import { everyBlock } from '../content/every-block'
import { type SiteProcess, startSite } from '../site-process'
import { axeViolations, hydrated, launch, type Look, openTab, tabsByLook } from './browser'

let browser: Browser
let site: SiteProcess

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0', SEED_DEMO: '1' } })])
  const { cookie } = await firstAdministrator(site)
  const headers = { cookie, origin: site.url, 'content-type': 'application/json' }
  const pages = Object.entries(patterns).map(([slug, { page }]) => ({ ...page, slug }))
  for (const page of [{ ...everyBlock, slug: 'every-block' }, ...pages]) {
    const { status } = await fetch(`${site.url}/api/pages`, { method: 'POST', headers, body: JSON.stringify(page) })
    expect([page.slug, status]).toEqual([page.slug, 201])
  }
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

describe('a page with every type of block', () => {
  const tabOf = tabsByLook(
    () => site,
    () => browser,
  )
  const looks: Look[] = [
    { language: 'en', colorScheme: 'light', width: 1280 },
    { language: 'es', colorScheme: 'dark', width: 375 },
    { language: 'en', colorScheme: 'dark', width: 768 },
    { language: 'es', colorScheme: 'light', width: 1920 },
  ]

  test.each(looks)('has no violations at $width px, $colorScheme, in $language', async (look) => {
    const tab = await tabOf(look)
    await tab.goto('/every-block/')
    for (const question of await tab.locator('summary').all()) await question.click()
    expect(await axeViolations(tab)).toEqual([])
    expect(await tab.locator('h1').count()).toBe(1)
    expect(await tab.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
      true,
    )
    await hydrated(tab)
    expect(tab.complaints).toEqual([])
  })

  test('works without scripts', async () => {
    const tab = await openTab(browser, { baseURL: site.url, javaScriptEnabled: false })
    await tab.goto('/every-block/')
    await tab.getByText('Whose are the data').click()
    expect(await tab.getByText('Yours.').isVisible()).toBe(true)
    await tab.getByRole('link', { name: 'Write to us' }).click()
    await tab.waitForURL('**/#contact')
    const form = tab.locator('#contact form')
    await form.getByLabel('Name').fill('Ada')
    await form.getByLabel('Email').fill('ada@example.com')
    await form.getByLabel('Subject').fill('Roofs')
    await form.getByLabel('Message').fill('How much is a roof of slate, in this town?')
    await form.getByRole('button').click()
    await tab.locator('.form-message-success').waitFor()
    await tab.close()
  })

  test('loads at most one kilobyte of scripts more than a post', async () => {
    const { slug } = ((await (await fetch(`${site.url}/api/blog`)).json()) as { slug: string }[])[0]!
    const [page, post] = [await scriptBytes('/every-block/'), await scriptBytes(`/blog/${slug}/`)]
    expect(post).toBeGreaterThan(10_000)
    expect(page - post).toBeLessThanOrEqual(1024)
  })
})

describe.each(Object.keys(patterns))('a page of the pattern %s', (slug) => {
  const tabOf = tabsByLook(
    () => site,
    () => browser,
  )
  test.each([
    { language: 'en', colorScheme: 'dark', width: 1280 },
    { language: 'es', colorScheme: 'light', width: 375 },
  ] satisfies Look[])('is clean at $width px, $colorScheme, in $language', async (look) => {
    const tab = await tabOf(look)
    await tab.goto(`/${slug}/`)
    expect(await axeViolations(tab)).toEqual([])
    expect(await tab.locator('h1').count()).toBe(1)
    expect(await tab.locator('main [lang="en"]').count()).toBe(0)
    expect(tab.complaints).toEqual([])
  })
})

/** The transferred bytes of a page's scripts, after hydration. */
async function scriptBytes(path: string): Promise<number> {
  const tab = await openTab(browser, { baseURL: site.url })
  const session = await tab.context().newCDPSession(tab)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await tab.goto(path)
  await hydrated(tab)
  await tab.waitForLoadState('networkidle')
  await tab.close()
  return bytes
}
