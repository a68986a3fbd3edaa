import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { forgetUnsaved, launch, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess
let tab: Tab
let uploads: string[] = []

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
  const { cookie } = await firstAdministrator(site)
  const [name = '', value = ''] = cookie.split('=')
  tab = await openTab(browser, { baseURL: site.url })
  await tab.context().addCookies([{ name, value, url: site.url }])
  tab.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/media')) uploads.push(request.url())
  })
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const text = () => tab.locator('.rich-text').first()
const source = () => tab.getByRole('textbox', { name: 'Content (HTML source)' }).first()
const stored = () => source().inputValue()

/** A new post with the cursor in its empty text and its source shown. */
beforeEach(async () => {
  await forgetUnsaved(tab)
  await tab.goto('/admin/blog/')
  await tab.getByRole('button', { name: 'Add New' }).click()
  await text().waitFor()
  await tab.locator('summary', { hasText: 'Advanced' }).first().click()
  uploads = []
  tab.complaints.length = 0
})

const write = async (html: string) => {
  await source().fill('<p>old</p>')
  await text().getByText('old').waitFor()
  await source().fill(html)
  await soon(async () => expect(await text().textContent()).not.toBe('old'))
}

/**
 * Drags a picture as browsers do, which list it among the files too, and drops it on another element; `outside` is the
 * markup of a picture from elsewhere. The editor forgets a drag 50 ms after its end: a drop before that would be part of it.
 */
const drag = async (from: string, to: string, keys: { ctrlKey?: boolean } = {}, outside = '') => {
  await tab.evaluate(
    ([start, end, held, markup]) => {
      const [picture, target] = [document.querySelector(start), document.querySelector(end)]
      if (!picture || !target) throw new Error(`There is no ${start} or ${end}`)
      const at = (element: Element) => {
        element.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = element.getBoundingClientRect()
        return { clientX: left + width / 2, clientY: top + height / 2 }
      }
      const given = new DataTransfer()
      const common = { bubbles: true, cancelable: true, dataTransfer: given, ...held }
      if (markup) given.setData('text/html', markup)
      else picture.dispatchEvent(new DragEvent('dragstart', { ...common, ...at(picture) }))
      given.items.add(new File(['GIF89a'], 'crane.gif', { type: 'image/gif' }))
      target.dispatchEvent(new DragEvent('dragover', { ...common, ...at(target) }))
      target.dispatchEvent(new DragEvent('drop', { ...common, ...at(target) }))
      if (!markup) picture.dispatchEvent(new DragEvent('dragend', common))
    },
    [from, to, keys, outside] as const,
  )
  await tab.waitForFunction(() => {
    const { view } = Reflect.get(document.querySelector('.rich-text') ?? {}, 'editor') as {
      view: { dragging: unknown }
    }
    return !view.dragging
  })
}

const picture = '<img src="/images/about-workshop.webp" alt="A crane" width="640" height="400">'
const figure =
  '<figure><img src="/images/about-workshop.webp" alt="A crane"><figcaption>At the quay</figcaption></figure>'
const paragraphs = '<p>First words of the text</p>\n<p>Last words of the text</p>'
const image = '.rich-text img[src^="/images/"]'
const count = (html: string, part: RegExp) => html.match(part)?.length ?? 0

test('a picture dragged within its text moves, with its description and its caption, and is not uploaded', async () => {
  for (const html of [`<p>Before ${picture} it</p>\n${paragraphs}`, `${figure}\n${paragraphs}`]) {
    await write(html)
    await drag(image, '.rich-text > p:last-of-type')
    await soon(async () => expect((await stored()).indexOf('<img')).toBeGreaterThan(html.indexOf('<img') + 20))
    const moved = await stored()
    expect([count(moved, /<img/g), count(moved, /alt="A crane"/g)]).toEqual([1, 1])
    expect(count(moved, /<figcaption>At the quay</g)).toBe(count(html, /<figcaption>At the quay</g))
    await tab.keyboard.press('Control+z')
  }
  await Bun.sleep(300)
  expect(uploads).toEqual([])
})

test('with Ctrl it is copied, with its description, and not uploaded', async () => {
  await write(`<p>Before ${picture} it</p>\n${paragraphs}`)
  await drag(image, '.rich-text > p:last-of-type', { ctrlKey: true })
  await soon(async () => expect(count(await stored(), /alt="A crane"/g)).toBe(2))
  await Bun.sleep(300)
  expect(uploads).toEqual([])
})

test('dropped on the field of the cover it is used there, and a picture of the site dropped on the text is inserted', async () => {
  await write(`<p>Before ${picture} it</p>\n${paragraphs}`)
  await drag(image, '.edit-image')
  await soon(async () =>
    expect(await tab.locator('.edit-image input').first().inputValue()).toBe('/images/about-workshop.webp'),
  )
  expect(count(await stored(), /<img/g)).toBe(1)
  const own = `<img src="${site.url}/images/about-workshop.webp" alt="Another">`
  await drag(image, '.rich-text > p:last-of-type', {}, own)
  await soon(async () => expect(await stored()).toContain('<img src="/images/about-workshop.webp" alt="Another"'))
  await Bun.sleep(300)
  expect(uploads).toEqual([])
})

test('a picture dropped from outside is uploaded once', async () => {
  await write(paragraphs)
  await drag('.rich-text', '.rich-text > p', {}, '<img src="https://example.org/a.gif">')
  await soon(() => expect(uploads).toHaveLength(1))
  await Bun.sleep(300)
  expect(uploads).toHaveLength(1)
})

/** Dispatches a paste event, independent of the machine's clipboard. */
const paste = (html: string, plain = '') =>
  text().evaluate(
    (element, [markup, words]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', markup)
      clipboardData.setData('text/plain', words)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [html, plain] as const,
  )

const grid = '<table><tbody><tr><td>one</td><td>two</td></tr><tr><td>three</td><td>four</td></tr></tbody></table>'
const places = {
  'the first cell': [grid, 'td'],
  'the last cell': [grid, 'tr:last-child td:last-child'],
  'a list item': ['<ul><li>item</li></ul>', 'li'],
  'a heading': ['<h2>Head</h2><p>x</p>', 'h2'],
  'a caption': [figure, 'figcaption'],
  code: ['<pre><code>code</code></pre>', 'pre'],
  'a quotation': ['<blockquote><p>said</p></blockquote>', 'blockquote p'],
  'a paragraph': ['<p>para</p>', 'p'],
} as const
const tables = {
  'a cell over two rows at the end':
    '<table><tbody><tr><td>Alfa</td><td>Bravo</td><td rowspan="2">Carla</td></tr><tr><td>Delta</td><td>Echo</td></tr></tbody></table>',
  'a cell over two rows at the start':
    '<table><tr><th rowspan="2">Alfa</th><td>Bravo</td></tr><tr><td>Carla</td></tr><tr><td>Delta</td><td>Echo</td></tr></table>',
  'cells beyond the edge':
    '<table><tr><td rowspan="65534" colspan="1000">Alfa</td></tr><tr><td>Bravo</td><td>Carla</td></tr><tr><td rowspan="0">Delta</td><td>Echo</td></tr></table>',
  'a table in a cell':
    '<table><tr><td>Alfa<table><tr><td rowspan="3">Bravo</td><td>Carla</td></tr></table></td><td>Delta</td></tr><tr><td colspan="2">Echo</td></tr></table>',
  'text around it':
    '<p>Alfa</p><table><tr><td rowspan="2">Bravo</td><td>Carla</td></tr><tr><td>Delta</td></tr></table><p>Echo</p>',
} as const

for (const [place, [html, selector]] of Object.entries(places))
  test(`no table pasted into ${place} is lost or fails`, async () => {
    for (const [name, table] of Object.entries(tables)) {
      await write(html)
      await text().locator(selector).first().click()
      await tab.keyboard.press('End')
      await paste(table, 'Alfa Bravo Carla Delta Echo')
      await soon(async () => {
        const now = await stored()
        const missing = ['Alfa', 'Bravo', 'Carla', 'Delta', 'Echo'].filter((word) => !now.includes(word))
        expect({ name, missing }).toEqual({ name, missing: [] })
      })
      expect({ name, complaints: tab.complaints }).toEqual({ name, complaints: [] })
    }
  }, 60_000)

test('a paste of unforeseen structure is pasted as its words, and the note says so', async () => {
  await write('<p>para</p>')
  await text().click()
  await tab.evaluate(() => {
    const area = document.querySelector('.rich-text') ?? {}
    const { view } = Reflect.get(area, 'editor') as { view: { someProp: (...words: unknown[]) => unknown } }
    const ask = view.someProp.bind(view)
    view.someProp = (name, ...words) => {
      if (name === 'transformPasted') throw new RangeError('There is no cell')
      return ask(name, ...words)
    }
  })
  await paste('<p>Some <b>words</b></p>', 'Some words')
  await tab.getByText('only the text was pasted').waitFor()
  expect(await text().textContent()).toContain('Some words')
  expect(tab.complaints).toEqual([])
})

/** Presses a key by which an input method takes or discards a word, as Chromium or as Safari reports it. */
const pressComposing = (key: string, isSafari: boolean) =>
  tab.evaluate(
    ([name, safari]) => {
      const event = new KeyboardEvent('keydown', { key: name, isComposing: !safari, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'keyCode', { value: 229 })
      document.activeElement?.dispatchEvent(event)
    },
    [key, isSafari] as const,
  )

test('Enter and Escape of an input method apply and close nothing; the next Enter does', async () => {
  await write(`<p>word</p>`)
  for (const isSafari of [false, true])
    for (const [tool, field, words] of [
      ['Link', 'Address of the link', 'example.org/a'],
      ['Picture', 'Description of the picture', 'A crane'],
      ['Picture', 'Caption', 'At the quay'],
    ] as const) {
      await text().click()
      const before = await stored()
      await tab.locator('.rich-frame').first().getByRole('button', { name: tool, exact: true }).click()
      const panel = tab.locator('.rich-panel')
      await panel.waitFor()
      const box = panel.getByRole('textbox', { name: field })
      await box.fill(words)
      await box.focus()
      for (const key of ['Enter', 'Escape']) await pressComposing(key, isSafari)
      await Bun.sleep(50)
      expect([tool, field, await panel.count(), await stored()]).toEqual([tool, field, 1, before])
      await tab.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
    }
  await text().click()
  await tab.keyboard.press('Control+a')
  await tab.keyboard.press('Control+k')
  await tab.getByRole('textbox', { name: 'Address of the link' }).fill('example.org/a')
  await pressComposing('Enter', true)
  await tab.keyboard.press('Enter')
  await soon(async () => expect(await stored()).toBe('<p><a href="https://example.org/a">word</a></p>'))
  for (const isSafari of [false, true]) await pressComposing('Escape', isSafari)
  expect(await tab.getByRole('dialog').count()).toBe(1)
})
