import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { firstAdministrator } from '../client'
import { startSite, type SiteProcess } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openSibling, openTab, type Tab } from './browser'

let site: SiteProcess
let browser: Browser
let tab: Tab

const names = ['e.jpg', 'd.jpg', 'c.jpg', 'b.jpg', 'a.jpg']

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' }, seconds: 90 })])
  const { cookie } = await firstAdministrator(site)
  const [name = '', value = ''] = cookie.split('=')
  tab = await openTab(browser, { baseURL: site.url })
  await tab.context().addCookies([{ name, value, url: site.url }])
  await tab.goto('/admin/media/')
  const files = tab.locator('input[type=file]').first()
  for (const [index, file] of names.toReversed().entries()) {
    const background = { r: 40 * index, g: 120, b: 90 }
    const buffer = await sharp({ create: { width: 900 + index, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer()
    await files.setInputFiles([{ name: file, mimeType: 'image/jpeg', buffer }])
    await tab.getByRole('row', { name: file }).waitFor()
  }
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

type Stored = { name: string; alt: { en: string; es: string }; trashedAt?: string }
const stored = async (query = '') =>
  ((await (await tab.request.get(`/api/media${query}`)).json()) as { items: Stored[] }).items
const rows = () => tab.getByRole('grid').getByRole('row')
const field = (name: string, language = 'English') =>
  tab.getByRole('textbox', { name: `Alternative text in ${language}: ${name}` })
const bar = () => tab.getByRole('toolbar', { name: 'Selected' })
const clean = async () => expect(await axeViolations(tab)).toEqual([])
const focused = () => tab.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
/** The checkbox lies above the picture of its tile. */
const check = (name: string, ...modifiers: 'Shift'[]) =>
  tab.getByRole('row', { name }).locator('.media-check').click({ modifiers })

test('five pictures are described with the keyboard, without opening one', async () => {
  await tab.goto('/admin/media/')
  await tab.getByRole('radio', { name: 'English' }).press('Space')
  await field('e.jpg').focus()
  for (const name of names) {
    await soon(async () => expect(await focused()).toBe(`Alternative text in English: ${name}`))
    await tab.keyboard.type(`Picture ${name}`)
    await tab.keyboard.press('Tab')
  }
  await soon(async () =>
    expect((await stored()).map(({ alt }) => alt.en)).toEqual(names.map((name) => `Picture ${name}`)),
  )
  expect(await tab.getByRole('complementary').count()).toBe(0)
  await clean()
})

test('with both languages Tab leads from one to the other, and a text typed while its picture changes elsewhere is kept', async () => {
  await tab.getByRole('radio', { name: 'Both' }).press('Space')
  await field('e.jpg', 'English').focus()
  await tab.keyboard.press('Tab')
  await soon(async () => expect(await focused()).toBe('Alternative text in Spanish: e.jpg'))
  await tab.keyboard.type('Imagen')
  const other = await openSibling(tab)
  await other.goto('/admin/media/')
  await other.getByRole('textbox', { name: 'Alternative text in English: e.jpg' }).fill('Changed elsewhere')
  await other.keyboard.press('Enter')
  await soon(async () => expect(await field('e.jpg').inputValue()).toBe('Changed elsewhere'))
  expect(await field('e.jpg', 'Spanish').inputValue()).toBe('Imagen')
  await tab.keyboard.type(' e')
  await tab.keyboard.press('Enter')
  await soon(async () => expect((await stored())[0]?.alt).toEqual({ en: 'Changed elsewhere', es: 'Imagen e' }))
  await other.close()
})

test('a picture is shown large: arrow keys, Tab within it, Escape and Back close it, and the focus returns', async () => {
  await tab.goto('/admin/media/')
  const row = tab.getByRole('row', { name: 'd.jpg' })
  await row.hover()
  await row.getByRole('button', { name: 'View d.jpg full size' }).click()
  await tab.getByRole('dialog', { name: 'd.jpg' }).waitFor()
  const image = tab.locator('.media-lightbox-picture img')
  await soon(async () => expect(await image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(903))
  const box = await image.boundingBox()
  expect(Math.round(((box?.width ?? 0) / (box?.height ?? 1)) * 10)).toBe(15)
  await clean()
  await tab.keyboard.press('ArrowRight')
  await tab.getByRole('dialog', { name: 'c.jpg' }).waitFor()
  for (let press = 0; press < 7; press++) await tab.keyboard.press('Tab')
  expect(await tab.evaluate(() => document.activeElement?.closest('.media-lightbox') !== null)).toBe(true)
  await tab.keyboard.press('Escape')
  await tab.getByRole('dialog').waitFor({ state: 'detached' })
  await soon(async () => expect(await focused()).toBe('c.jpg'))

  // On phones Back is the usual way out.
  await tab.getByRole('row', { name: 'c.jpg' }).getByRole('button', { name: 'View c.jpg full size' }).press('Enter')
  await tab.getByRole('dialog', { name: 'c.jpg' }).waitFor()
  await tab.keyboard.press('ArrowLeft')
  await tab.getByRole('dialog', { name: 'd.jpg' }).waitFor()
  await tab.goBack()
  await tab.getByRole('dialog').waitFor({ state: 'detached' })
  expect(new URL(tab.url()).search).toBe('')
  await soon(async () => expect(await focused()).toBe('d.jpg'))
})

test('a search narrows what is selected and moved, Shift selects a range, and Undo brings everything back', async () => {
  await check('e.jpg')
  await tab.getByRole('searchbox').fill('b.jpg')
  await soon(async () => expect(await rows().count()).toBe(1))
  expect(await bar().count()).toBe(0)
  await check('b.jpg')
  expect(await bar().getByRole('button', { name: 'Select all shown' }).count()).toBe(0)
  await bar().getByRole('button', { name: 'Move to trash' }).click()
  await soon(async () => expect((await stored()).map(({ name }) => name)).toEqual(['e.jpg', 'd.jpg', 'c.jpg', 'a.jpg']))
  await tab.getByRole('button', { name: 'Undo' }).click()
  await soon(async () => expect((await stored()).length).toBe(5))

  await tab.getByRole('searchbox').fill('')
  await soon(async () => expect(await rows().count()).toBe(5))
  await check('d.jpg')
  await check('b.jpg', 'Shift')
  await bar().getByText('3 selected').waitFor()
  await clean()
  // From the grid Shift+Tab leads to the bar.
  await rows().first().focus()
  await tab.keyboard.press('Shift+Tab')
  expect(await tab.evaluate(() => document.activeElement?.closest('.media-selected') !== null)).toBe(true)
  await bar().getByRole('button', { name: 'Move to trash' }).click()
  await soon(async () => expect((await stored('?status=trashed')).length).toBe(3))
  await soon(async () => expect(await tab.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('row'))
  await tab.getByRole('button', { name: 'Undo' }).click()
  await soon(async () => expect((await stored()).map(({ name }) => name)).toEqual(names))
  await soon(async () => expect(await rows().count()).toBe(5))
  expect(tab.complaints).toEqual([])
})

test('on a phone everything fits, and the fields are as high as a finger', async () => {
  await tab.setViewportSize({ width: 375, height: 800 })
  await tab.goto('/admin/media/')
  await field('e.jpg').waitFor()
  await check('e.jpg')
  expect(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const tile = await tab.getByRole('row', { name: 'e.jpg' }).boundingBox()
  const input = await field('e.jpg').boundingBox()
  expect((input?.y ?? 0) + (input?.height ?? 0)).toBeLessThanOrEqual((tile?.y ?? 0) + (tile?.height ?? 0))
  await clean()
  await tab.setViewportSize({ width: 1280, height: 900 })
})
