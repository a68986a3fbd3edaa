import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { administrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { axeViolations, hydrated, launch, openTab, type Tab } from './browser'

let browser: Browser
const sites: SiteProcess[] = []
beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  for (const site of sites) await site.dispose()
})

async function newSite(): Promise<SiteProcess> {
  const site = await startSite({ env: { THROTTLE: '0' } })
  sites.push(site)
  return site
}
const open = (site: SiteProcess, locale: string) => openTab(browser, { baseURL: site.url, locale })
const see = (tab: Tab, name: string) =>
  process.env.SCREENSHOTS
    ? tab.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true })
    : undefined

describe('the first screens', () => {
  test('lead from the set-up code to a site of its own, with empty pages', async () => {
    const site = await newSite()
    const admin = await open(site, 'en-US')
    await admin.goto('/admin/')
    await admin.getByLabel('Username').fill(administrator.username)
    await admin.getByLabel('Password').fill(administrator.password)
    await admin.getByLabel('Set-up code').fill(site.setupCode())
    await admin.getByRole('button', { name: 'Create administrator' }).click()
    await admin.waitForURL('**/admin/setup/')
    await admin.getByLabel('Name of the site').waitFor()
    expect(await axeViolations(admin)).toEqual([])
    await see(admin, 'setup-en')
    await admin.getByLabel('Name of the site').fill('Dos Ruedas')
    await admin.getByLabel('What you do, in one sentence (English)').fill('We repair bicycles while you wait.')
    await admin.getByLabel('Same in Spanish (optional)').fill('Reparamos bicicletas al momento.')
    await admin.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('red')
    await admin.getByRole('radio', { name: 'Empty pages with hints' }).check({ force: true })
    await admin.getByRole('button', { name: 'Begin' }).click()
    await admin.getByText('Please enter a colour').first().waitFor()
    await admin.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('#1d6f5c')
    await admin.getByRole('button', { name: 'Begin' }).click()
    await admin.waitForURL('**/admin/dashboard/')
    await admin.getByRole('link', { name: 'Dos Ruedas: go to the public site' }).first().waitFor()

    // A second visit leads to the dashboard.
    await admin.goto('/admin/setup/')
    await admin.waitForURL('**/admin/dashboard/')
    expect(await admin.getByText('Make this site yours').count()).toBe(0)

    await admin.goto('/admin/content/?page=home')
    await admin.waitForFunction(() =>
      [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(({ value }) =>
        value.includes('Your first offer in a few words'),
      ),
    )
    await see(admin, 'hints-en')

    const visitor = await open(site, 'en-US')
    for (const path of [
      '/',
      '/es/',
      '/about/',
      '/es/about/',
      '/projects/',
      '/blog/',
      '/contact/',
      '/legal/',
      '/nothing/',
    ]) {
      await visitor.goto(path)
      expect([path, await axeViolations(visitor)]).toEqual([path, []])
      await see(visitor, `empty${path.replaceAll('/', '-')}`)
    }
    await visitor.goto('/')
    expect(await visitor.getByRole('heading', { level: 1 }).textContent()).toContain('Dos Ruedas')
    await visitor.getByText('We repair bicycles while you wait.').first().waitFor()
    expect(visitor.complaints.filter((text) => !text.includes('404'))).toEqual([])
  }, 240_000)

  test('begin in Spanish for a Spanish browser, and lead to the import', async () => {
    const site = await newSite()
    const admin = await open(site, 'es-ES')
    await admin.goto('/admin/')
    await admin.getByRole('heading', { name: 'Crear administrador' }).waitFor()
    expect((await admin.context().cookies()).map(({ name }) => name)).not.toContain('industria-language')
    await admin.getByLabel('Usuario').fill(administrator.username)
    await admin.getByLabel('Contraseña').fill(administrator.password)
    await admin.getByLabel('Código').fill(site.setupCode())
    await admin.getByRole('button', { name: 'Crear administrador' }).click()
    await admin.waitForURL('**/admin/setup/')
    await admin.getByRole('heading', { name: 'Haga suyo este sitio' }).waitFor()
    await admin.getByLabel('Nombre del sitio').waitFor()
    expect(await axeViolations(admin)).toEqual([])
    await see(admin, 'setup-es')
    await admin.getByLabel('A qué se dedica, en una frase (español)').fill('Reparamos bicicletas al momento.')
    await admin.getByRole('radio', { name: 'Mi sitio anterior' }).check({ force: true })
    await admin.getByRole('button', { name: 'Empezar' }).click()
    await admin.waitForURL('**/admin/import/')
    expect(await (await fetch(`${site.url}/api/blog`)).json()).toEqual([])
  }, 120_000)

  test('can be skipped, from the dashboard too', async () => {
    const site = await newSite()
    const admin = await open(site, 'en-US')
    await admin.goto('/admin/projects/')
    await admin.getByLabel('Username').fill(administrator.username)
    await admin.getByLabel('Password').fill(administrator.password)
    await admin.getByLabel('Set-up code').fill(site.setupCode())
    await admin.getByRole('button', { name: 'Create administrator' }).click()
    await admin.waitForURL('**/admin/projects/')
    await admin.goto('/admin/dashboard/')
    await admin.getByText('Make this site yours').waitFor()
    await admin.getByRole('link', { name: 'Start', exact: true }).click()
    await admin.waitForURL('**/admin/setup/')
    await admin.getByRole('button', { name: 'Skip' }).click()
    await admin.waitForURL('**/admin/dashboard/')
    await admin.getByRole('heading', { name: 'Dashboard' }).waitFor()
    expect(await admin.getByText('Make this site yours').count()).toBe(0)
    expect(((await (await fetch(`${site.url}/api/blog`)).json()) as unknown[]).length).toBeGreaterThan(5)
  }, 120_000)
})

describe('a browser that asks for another language', () => {
  let site: SiteProcess
  beforeAll(async () => {
    site = await newSite()
  }, 60_000)
  const offer = (tab: Tab) => tab.locator('.language-offer')

  test('is offered the page in it above the header, until the offer is closed; nothing is stored before', async () => {
    for (const [locale, path, other, text, close] of [
      ['es-ES', '/blog/', '/es/blog/', 'Esta página también está en español', 'Cerrar este aviso'],
      ['en-US', '/es/blog/', '/blog/', 'This page is also available in English', 'Close'],
    ] as const) {
      const visitor = await open(site, locale)
      await visitor.goto(path)
      const link = visitor.getByRole('link', { name: text })
      await link.waitFor()
      expect(new URL(visitor.url()).pathname).toBe(path)
      expect(await visitor.context().cookies()).toEqual([])
      expect(await offer(visitor).getAttribute('lang')).toBe(locale.slice(0, 2))
      expect((await offer(visitor).boundingBox())!.y).toBe(0)
      expect(await axeViolations(visitor)).toEqual([])
      await see(visitor, `offer-${locale}`)
      // The client router moves on, and the link with it.
      await hydrated(visitor)
      await visitor.locator('.site-header a.brand').click()
      await visitor.waitForURL((url) => url.pathname !== path)
      const home = other.replace('blog/', '')
      await visitor
        .locator(`link[hreflang=${locale.slice(0, 2)}][href$="${site.url}${home}"]`)
        .waitFor({ state: 'attached' })
      await link.hover()
      expect(new URL((await link.getAttribute('href'))!, site.url).pathname).toBe(home)
      await visitor.getByRole('button', { name: close }).click()
      await offer(visitor).waitFor({ state: 'detached' })
      await visitor.goto(path)
      await visitor.waitForTimeout(1500)
      expect(await offer(visitor).count()).toBe(0)
      expect(visitor.complaints).toEqual([])
    }
  }, 90_000)

  test('gets it by the link, and is offered nothing after a choice', async () => {
    const visitor = await open(site, 'es-ES')
    await visitor.goto('/contact/')
    await visitor.getByRole('link', { name: 'Esta página también está en español' }).click()
    await visitor.waitForURL('**/es/contact/')
    await visitor.waitForTimeout(1500)
    expect(await offer(visitor).count()).toBe(0)
    await visitor.getByRole('button', { name: 'EN: English' }).click()
    await visitor.waitForURL((url) => url.pathname === '/contact/')
    await visitor.goto('/about/')
    await visitor.waitForTimeout(1500)
    expect(await offer(visitor).count()).toBe(0)
    const french = await open(site, 'fr-FR')
    await french.goto('/')
    await french.waitForTimeout(1500)
    expect(await offer(french).count()).toBe(0)
  }, 90_000)
})
