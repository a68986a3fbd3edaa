import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Locator } from 'playwright-core'
import sharp from 'sharp'
import { firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess
let tab: Tab
let cookie: string

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0', SEED_DEMO: '1' } })])
  ;({ cookie } = await firstAdministrator(site))
  const [name = '', value = ''] = cookie.split('=')
  tab = await openTab(browser, { baseURL: site.url })
  await tab.context().addCookies([{ name, value, url: site.url }])
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const send = async (method: string, path: string, body: object | FormData) => {
  const isForm = body instanceof FormData
  const answer = await fetch(site.url + path, {
    method,
    headers: { cookie, origin: site.url, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  expect(answer.status).toBeLessThan(300)
  return (await answer.json()) as { id: number; name: string; url: string }
}
const heading = () => tab.locator('h1').textContent()

test('a landing page of six blocks with an own photo, in the menu, takes 24 fields in one language', async () => {
  const bytes = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#7a4' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('file', new File([bytes], 'bench.jpg'))
  const { id, name } = await send('POST', '/api/media', form)
  await send('PUT', `/api/media/${id}`, { name, alt: { en: 'A bench', es: 'Un banco' } })
  await tab.addInitScript(() => localStorage.setItem('industria-editor-languages', 'en'))
  await tab.goto('/admin/pages/')

  const counted = { clicks: 0, fields: 0 }
  const click = async (target: Locator) => {
    counted.clicks += 1
    await target.click()
  }
  const fill = async (target: Locator, text: string) => {
    counted.fields += 1
    await target.fill(text)
  }
  await click(tab.getByRole('button', { name: 'Add New' }))
  await click(tab.getByRole('option', { name: /Landing/ }))
  const editor = tab.getByRole('dialog').first()
  const title = editor.getByRole('textbox', { name: 'Title' }).first()
  await title.waitFor()
  await click(editor.getByRole('button', { name: 'More actions for block 5' }))
  await click(tab.getByRole('menuitem', { name: 'Remove block 5' }))
  await fill(title, 'Clock repair')
  const block = (of: RegExp) => editor.getByRole('group', { name: of })
  const text = (of: RegExp, field: string, place = 0) => block(of).getByRole('textbox', { name: field }).nth(place)
  await fill(text(/Hero, block 1/, 'Title'), 'Clocks, mended in a week')
  await fill(text(/Hero, block 1/, 'Text'), 'For houses and towers in Cuenca.')
  await click(block(/Hero, block 1/).getByRole('button', { name: /^Replace/ }))
  await click(tab.getByRole('dialog').nth(1).locator('img').first())
  await block(/Hero, block 1/)
    .getByText('Uses the alternative text from the library.')
    .waitFor()
  for (const place of [0, 1, 2]) {
    await fill(text(/Figures, block 2/, 'Value', place), String(7 + place))
    await fill(text(/Figures, block 2/, 'What it measures', place), `measure ${place}`)
    await fill(text(/Cards, block 3/, 'Title', place + 1), `Reason ${place}`)
    await fill(text(/Cards, block 3/, 'Text', place), `Because of ${place}.`)
    await fill(text(/Questions, block 5/, 'Question', place), `Question ${place}?`)
    await fill(
      block(/Questions, block 5/)
        .locator('[contenteditable=true]')
        .nth(place),
      `Answer ${place}.`,
    )
  }
  await fill(text(/Quote, block 4/, 'Words'), 'It strikes again, after forty years.')
  await fill(text(/Quote, block 4/, 'Name'), 'Ana Ruiz')
  await fill(text(/Quote, block 4/, 'Role'), 'Town hall, Cuenca')
  await click(editor.getByRole('button', { name: /^Publish(?!ed)/ }))
  // Two titles are those of the template on purpose.
  await click(tab.getByRole('button', { name: 'Continue anyway' }))
  await click(tab.getByRole('button', { name: 'Add to menu' }))
  await tab.getByText(/is now in the menu/).waitFor()
  expect(counted.fields).toBe(24)
  expect(counted.clicks).toBeLessThanOrEqual(9)
  const page = await (await fetch(`${site.url}/clock-repair/`)).text()
  expect(page).toContain('alt="A bench"')
  expect(page).toContain('<a aria-current="page" href="/clock-repair/">Clock repair</a>')
}, 120_000)

test('its switch makes it the home page, also for visitors who navigate by scripts', async () => {
  const [{ id } = { id: 0 }] = (await (await fetch(`${site.url}/api/pages`)).json()) as { id: number }[]
  await tab.goto(`/admin/pages/?edit=${id}`)
  await tab.getByRole('button', { name: 'Details' }).click()
  await tab.locator('label', { hasText: 'Home page' }).last().click()
  await soon(async () => expect(await (await fetch(`${site.url}/`)).text()).toContain('Clocks, mended in a week'))
  await tab.goto('/clock-repair/')
  expect(new URL(tab.url()).pathname).toBe('/')
  await tab.locator('.header-links a', { hasText: 'Blog' }).click()
  await tab.waitForURL('**/blog/')
  await tab.locator('a.brand').first().click()
  await tab.waitForURL((url) => url.pathname === '/')
  await soon(async () => expect(await heading()).toBe('Clocks, mended in a week'))
  await send('PUT', '/api/site', { home: null })
}, 60_000)

test('sections are dragged and icons chosen in the form of the home page, without accessibility violations', async () => {
  await tab.goto('/admin/content/?edit=home')
  const sections = tab.getByRole('group', { name: 'Sections' })
  await sections.waitFor()
  const rows = sections.locator('fieldset.section-row')
  await rows
    .nth(4)
    .locator('[draggable]')
    .dragTo(rows.nth(1), { targetPosition: { x: 60, y: 4 } })
  await soon(async () => expect(await rows.nth(1).getAttribute('aria-label')).toBe('Waitlist'))
  await tab.getByRole('group', { name: 'Icon' }).first().getByRole('button', { name: 'Choose an icon' }).click()
  await tab.getByRole('option', { name: 'School' }).waitFor()
  // A popover is outside of the landmarks.
  expect((await axeViolations(tab)).filter((found) => !found.startsWith('region'))).toEqual([])
  await tab.keyboard.press('ArrowRight')
  await tab.keyboard.press('ArrowDown')
  await tab.keyboard.press('Enter')
  await tab.getByRole('button', { name: /^Update/ }).click()
  await soon(async () => {
    const page = await (await fetch(`${site.url}/`)).text()
    expect(page.indexOf('id="waitlist"')).toBeLessThan(page.indexOf('features-title'))
  })
}, 60_000)
