import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { firstAdministrator } from '../client'
import { startSite, type SiteProcess } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openTab, type Tab } from './browser'

let site: SiteProcess
let browser: Browser
let tab: Tab

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' }, seconds: 90 })])
  const { cookie } = await firstAdministrator(site)
  const [name = '', value = ''] = cookie.split('=')
  tab = await openTab(browser, { baseURL: site.url })
  await tab.context().addCookies([{ name, value, url: site.url }])
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const photo = async (name: string, hue: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: { r: hue, g: 120, b: 90 } } })
    .jpeg()
    .toBuffer(),
})

type Given = { name: string; type: string; bytes: number[] }

/** Dispatches a drop or a paste of this file on the element. */
const give = (
  kind: 'drop' | 'paste',
  selector: string,
  { name, mimeType: type, buffer }: { name: string; mimeType: string; buffer: Buffer },
) =>
  tab.locator(selector).evaluate(
    (element, given: Given & { kind: 'drop' | 'paste' }) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(given.bytes)], given.name, { type: given.type }))
      const { left, top } = element.getBoundingClientRect()
      element.dispatchEvent(
        given.kind === 'drop'
          ? new DragEvent('drop', {
              dataTransfer: data,
              bubbles: true,
              cancelable: true,
              clientX: left + 9,
              clientY: top + 9,
            })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    },
    { kind, name, type, bytes: [...buffer] },
  )

const clean = async () => expect(await axeViolations(tab)).toEqual([])

test('files are uploaded, found, described and deleted with the keyboard alone', async () => {
  await tab.goto('/admin/media/')
  await tab.getByText('No files yet').waitFor()
  await clean()
  const files = tab.locator('input[type=file]').first()
  await files.setInputFiles([await photo('workshop.jpg', 10), await photo('harbour.jpg', 80)])
  for (const name of ['workshop.jpg', 'harbour.jpg']) await tab.getByRole('row', { name }).waitFor()
  await files.setInputFiles([
    await photo('harbour copy.jpg', 80),
    { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('this is no picture') },
  ])
  const uploads = tab.getByRole('region', { name: 'Uploads' })
  await uploads.getByText('Already in the library').waitFor()
  await uploads.getByRole('alert').waitFor()
  await soon(async () =>
    expect(await uploads.getByRole('button', { name: 'Remove notes.png from this list' }).count()).toBe(1),
  )
  await soon(async () => expect(await uploads.getByRole('button', { name: /Try again/ }).count()).toBe(0))
  await soon(async () => expect(await tab.getByRole('grid').getByRole('row').count()).toBe(2))
  await clean()

  await tab.getByRole('searchbox').focus()
  await tab.keyboard.type('WORKSHOP')
  await tab.getByText('1 file found').waitFor({ state: 'attached' })
  // Past what is shown, the filter and the languages of the descriptions.
  for (let press = 0; press < 4; press++) await tab.keyboard.press('Tab')
  await soon(async () =>
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('workshop.jpg'),
  )
  await tab.keyboard.press('Enter')
  const panel = tab.getByRole('complementary', { name: 'Details' })
  await panel.getByRole('textbox', { name: 'Alternative text in English' }).waitFor()
  await soon(async () => expect(await tab.evaluate(() => document.activeElement?.textContent)).toBe('Details'))
  await clean()
  await panel.getByRole('slider', { name: 'Focus point from the left' }).focus()
  await tab.keyboard.press('Shift+ArrowRight')
  await tab.keyboard.press('ArrowUp')
  await panel.getByRole('textbox', { name: 'Alternative text in English' }).focus()
  await tab.keyboard.type('A workshop at night')
  await tab.keyboard.press('Control+s')
  await tab.getByText('Details saved').first().waitFor()
  const { items } = (await (await tab.request.get('/api/media?q=workshop')).json()) as {
    items: { alt: object; focus: object }[]
  }
  expect(items[0]).toMatchObject({ alt: { en: 'A workshop at night' }, focus: { x: 0.6, y: 0.49 } })
  await tab.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await tab.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'workshop.jpg')

  await tab.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Delete' }).focus()
  await tab.keyboard.press('Enter')
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).focus()
  await tab.keyboard.press('Enter')
  await tab.getByText('Nothing found').first().waitFor()
  expect(tab.complaints.filter((text) => !text.includes('415'))).toEqual([])
})

test('a picture field takes a picture that is dropped on it, and one of the library', async () => {
  await tab.goto('/admin/blog/?new')
  const editor = tab.getByRole('dialog')
  await editor.getByRole('textbox', { name: 'Title', exact: true }).fill('A night at the harbour')
  await tab.locator('.edit-image').first().waitFor()
  await give('drop', '.edit-image', { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  const fault = tab.locator('.edit-image').first().getByRole('alert')
  await fault.waitFor()
  await give('drop', '.edit-image', await photo('crane.jpg', 140))
  const address = editor.locator('.edit-image input').first()
  await tab.waitForFunction(() =>
    document.querySelector<HTMLInputElement>('.edit-image input')?.value.includes('crane.jpg'),
  )
  await soon(async () => expect(await fault.count()).toBe(0))
  await editor.getByRole('button', { name: 'Choose from the library' }).click()
  const library = tab.getByRole('dialog', { name: 'Choose a picture' })
  await library.getByRole('row', { name: 'harbour.jpg' }).waitFor()
  await clean()
  await library.getByRole('row', { name: 'harbour.jpg' }).click()
  await library.waitFor({ state: 'detached' })
  await soon(async () => expect(await address.inputValue()).toMatch(/^\/media\/\d+\/harbour\.jpg$/))
  await tab.waitForFunction(() => document.activeElement?.textContent === 'Replace')
})

test('a text takes a pasted picture, and publishing one without alternative text asks for it', async () => {
  const text = '.rich-text'
  await tab.locator(text).first().click()
  await tab.keyboard.type('Before after')
  for (let back = 0; back < 'after'.length; back++) await tab.keyboard.press('ArrowLeft')
  await give('paste', `${text} >> nth=0`, await photo('quay.jpg', 200))
  await tab.locator(`${text} img[src*="quay.jpg"]`).waitFor()
  // The library may have an alternative text for it; in the editor it is empty, and it is not saved.
  await soon(async () => expect(await tab.locator(`${text} img[src*="quay.jpg"]`).getAttribute('alt')).toBe(''))
  expect(await tab.locator(text).first().innerHTML()).toMatch(
    /Before <img src="\/media\/\d+\/quay\.jpg" width="900" height="600"[^>]*>after/,
  )
  const editor = tab.getByRole('dialog', { name: /blog post/ })
  await editor.getByRole('textbox', { name: 'Excerpt', exact: true }).fill('How the cranes are kept running.')
  const publish = editor.getByRole('button', { name: /^Publish/ })
  await publish.click()
  const question = tab.getByRole('dialog', { name: '2 pictures have no alternative text' })
  await question.getByRole('group', { name: 'quay.jpg' }).waitFor()
  await clean()
  await question.getByRole('button', { name: 'Back to the editor' }).click()
  await publish.click()
  const quay = question.getByRole('group', { name: 'quay.jpg' })
  await quay.getByRole('textbox', { name: 'Alternative text in English' }).fill('The quay at night')
  await question.getByRole('button', { name: 'Save and continue' }).click()
  await tab
    .getByText(/Blog post (created|updated)/)
    .first()
    .waitFor()
  const posts = (await (await tab.request.get('/api/blog')).json()) as { title: string; imageUrl: string }[]
  expect(posts.find(({ title }) => title === 'A night at the harbour')?.imageUrl).toMatch(/harbour\.jpg$/)
  await tab.goto('/admin/media/')
  await tab.getByRole('row', { name: 'harbour.jpg' }).click()
  await tab.getByRole('button', { name: 'Delete' }).waitFor()
})

test('the focal point of a drawing without a size of its own is set where the pointer is', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80"><rect width="60" height="80"/></svg>'
  await tab.goto('/admin/media/')
  await tab
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) }])
  await tab.getByRole('row', { name: 'mark.svg' }).click()
  const picture = tab.locator('.media-focus-picture')
  await picture.waitFor()
  const sides = async () => (await picture.boundingBox()) ?? { width: 0, height: 0 }
  await soon(async () => {
    const { width, height } = await sides()
    expect([width > 200, Math.round((width / height) * 10)]).toEqual([true, 15])
  })
  const { width, height } = await sides()
  await picture.click({ position: { x: width * 0.75, y: height * 0.25 } })
  await soon(async () => {
    const percents = await tab
      .getByRole('slider')
      .evaluateAll((all) => all.map((one) => Number((one as HTMLInputElement).value)))
    expect(percents.map((percent) => Math.round(percent / 5) * 5)).toEqual([75, 25])
  })
  await clean()
})

test('ten thousand tiles: the number rendered stays small, however far one scrolls', async () => {
  await tab.setViewportSize({ width: 1280, height: 900 })
  const item = ((await (await tab.request.get('/api/media')).json()) as { items: object[] }).items[0]
  await tab.route('**/api/media?*', async (route) => {
    const before = Number(new URL(route.request().url()).searchParams.get('before') ?? 10_001)
    const items = Array.from({ length: 50 }, (_, index) => ({
      ...item,
      id: before - 1 - index,
      name: `n${before - 1 - index}.jpg`,
    }))
    await route.fulfill({ json: { items, next: before > 51 ? before - 50 : null } })
  })
  await tab.goto('/admin/media/')
  await tab.getByRole('row', { name: 'n10000.jpg' }).waitFor()
  for (let step = 0; step < 40; step++) {
    await tab.mouse.wheel(0, 4000)
    await Bun.sleep(40)
  }
  await tab.waitForFunction(() => scrollY > 30_000)
  expect(await tab.getByRole('grid').getByRole('row').count()).toBeLessThan(60)
  await tab.unroute('**/api/media?*')
})
