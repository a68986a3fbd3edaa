import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { firstAdministrator } from '../client'
import { crowding } from '../crowding'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, forgetUnsaved, launch, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess
let session: { name: string; value: string; url: string }
let tab: Tab

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
  const { cookie } = await firstAdministrator(site)
  const [name = '', value = ''] = cookie.split('=')
  session = { name, value, url: site.url }
  tab = await openTab(browser, { baseURL: site.url })
  await tab.context().addCookies([session])
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const text = (where = tab) => where.locator('.rich-text').first()
const stored = (where = tab) => where.getByRole('textbox', { name: 'Content (HTML source)' }).first().inputValue()
const press = async (...keys: string[]) => {
  for (const key of keys) await tab.keyboard.press(key)
}

/** A new post with the cursor in its empty text and its source shown. */
async function startText(where = tab): Promise<void> {
  await forgetUnsaved(where)
  await where.goto('/admin/blog/')
  await where.getByRole('button', { name: 'Add New' }).click()
  await text(where).waitFor()
  await where.locator('summary', { hasText: 'Advanced' }).first().click()
  await text(where).click()
}

/** Dispatches a paste event, independent of the machine's clipboard. */
const paste = (html: string, plain: string, where = tab) =>
  text(where).evaluate(
    (element, [markup, words]) => {
      const clipboard = new DataTransfer()
      if (markup) clipboard.setData('text/html', markup)
      clipboard.setData('text/plain', words)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }))
    },
    [html, plain] as const,
  )

describe('typed text', () => {
  beforeEach(() => startText())

  test('in Markdown becomes the block or the style that it stands for', async () => {
    for (const [typed, html] of [
      ['# One', '<h2>One</h2>'],
      ['## Two', '<h2>Two</h2>'],
      ['### Three', '<h3>Three</h3>'],
      ['- item', '<ul><li>item</li></ul>'],
      ['1. item', '<ol><li>item</li></ol>'],
      ['> quoted', '<blockquote><p>quoted</p></blockquote>'],
      ['``` code', '<pre><code>code</code></pre>'],
      ['a **b** c', '<p>a <strong>b</strong> c</p>'],
      ['a *b* c', '<p>a <em>b</em> c</p>'],
      ['a `b` c', '<p>a <code>b</code> c</p>'],
      ['a ~~b~~ c', '<p>a <s>b</s> c</p>'],
      ['---after', '<hr>\n<p>after</p>'],
    ] as const) {
      await press('Control+a', 'Backspace', 'Backspace')
      await tab.keyboard.type(typed)
      await soon(async () => expect([typed, await stored()]).toEqual([typed, html]))
    }
  })

  test('returns to what was typed when the change is undone', async () => {
    await tab.keyboard.type('## ')
    await press('Control+z')
    await soon(async () => expect(await text().textContent()).toBe('## '))
    await press('Control+a', 'Backspace')
    await tab.keyboard.type('> ')
    await press('Backspace')
    await soon(async () => expect(await text().textContent()).toBe('> '))
    expect(await text().locator('blockquote').count()).toBe(0)
  })

  test('adds rows with Tab in the last cell, goes back with Shift+Tab, and leaves the table with Escape and Tab', async () => {
    await tab.keyboard.type('/table')
    await press('Enter')
    const cells = text().locator('td, th')
    await soon(async () => expect(await cells.count()).toBe(9))
    for (let count = 0; count < 8; count += 1) await press('Tab')
    await tab.keyboard.type('last')
    await press('Tab')
    await soon(async () => expect(await cells.count()).toBe(12))
    await tab.keyboard.type('new')
    await press('Shift+Tab')
    await tab.keyboard.type('back')
    await soon(async () => expect(await stored()).toContain('<td>back</td></tr><tr><td>new</td>'))
    await press('Escape')
    await tab.getByText('Tab now leaves the text.').waitFor()
    expect(await tab.getByRole('dialog').count()).toBe(1)
    await press('Tab')
    await soon(async () =>
      expect(await text().evaluate((element) => element.contains(document.activeElement))).toBe(false),
    )
    await soon(async () => expect(await cells.count()).toBe(12))
  })
})

test('a footnote is added by a shortcut, written at the end, and left for the text again with Enter', async () => {
  await startText()
  await tab.keyboard.type('It is so')
  await press('Control+Alt+f')
  await tab.keyboard.type('They say')
  await press('Enter')
  await tab.keyboard.type(', is it')
  await soon(async () =>
    expect(await stored()).toMatch(
      /^<p>It is so<sup id="note-(\w+)-ref"><a href="#note-\1">1<\/a><\/sup>, is it<\/p>\n<ol><li id="note-\1"><span>They say<\/span> <a href="#note-\1-ref">↩<\/a><\/li><\/ol>$/,
    ),
  )
  await tab.locator('.rich-warning', { hasText: 'does not take' }).waitFor({ state: 'detached' })
  await press('Control+a', 'Backspace')
  await tab.keyboard.type('x')
  await soon(async () => expect(await stored()).toBe('<p>x</p>'))
})

describe('the menu of blocks', () => {
  beforeEach(() => startText())
  const menu = () => tab.getByRole('listbox', { name: 'Blocks' })
  const options = () => menu().getByRole('option').allTextContents()

  test('opens with a slash, is searched by typing, and inserts the block chosen by the arrow keys', async () => {
    await tab.keyboard.type('/')
    await menu().waitFor()
    await soon(async () => expect(await options()).toHaveLength(11))
    expect(await axeViolations(tab)).toEqual([])
    await tab.keyboard.type('head')
    expect((await options()).map((label) => label.slice(0, 9))).toEqual(['Heading 2', 'Heading 3', 'Heading 4'])
    await press('ArrowDown')
    const active = await text().getAttribute('aria-activedescendant')
    expect(await tab.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
    expect(await tab.locator(`[id="${active}"]`).textContent()).toContain('Heading 3')
    await press('Enter')
    await menu().waitFor({ state: 'detached' })
    await soon(async () => expect(await text().getAttribute('aria-activedescendant')).toBeNull())
    await tab.keyboard.type('Part')
    await press('Enter')
    await tab.keyboard.type('/ul')
    await press('Enter')
    await tab.keyboard.type('item')
    await soon(async () => expect(await stored()).toBe('<h3>Part</h3>\n<ul><li>item</li></ul>'))
  })

  test('is closed by Escape, which keeps the slash and the dialog, and by text that matches no block', async () => {
    await tab.keyboard.type('/')
    await menu().waitFor()
    await press('Escape')
    await menu().waitFor({ state: 'detached' })
    expect(await tab.getByRole('dialog').count()).toBe(1)
    await tab.keyboard.type('contact/ is a path')
    await soon(async () => expect(await menu().count()).toBe(0))
    await press('Enter')
    await tab.keyboard.type('a / b')
    await soon(async () => expect(await menu().count()).toBe(0))
    await soon(async () => expect(await stored()).toBe('<p>/contact/ is a path</p>\n<p>a / b</p>'))
  })

  test('opens the form of a picture or a video, and works with the pointer too', async () => {
    await tab.keyboard.type('/')
    await menu().getByRole('option', { name: 'Video' }).click()
    await tab.getByRole('textbox', { name: 'Address of the video' }).fill('vimeo.com/76979871')
    await tab.getByRole('textbox', { name: 'Title of the video' }).fill('The workshop')
    await press('Enter')
    await soon(async () =>
      expect(await stored()).toBe(
        '<figure><a href="https://vimeo.com/76979871">The workshop</a><figcaption>Vimeo</figcaption></figure>',
      ),
    )
  })

  test('is in Spanish too', async () => {
    const spanish = await openTab(browser, { baseURL: site.url, locale: 'es-ES' })
    await spanish.context().addCookies([session, { name: 'industria-language', value: 'es', url: site.url }])
    await spanish.goto('/admin/blog/?new')
    await text(spanish).waitFor()
    await text(spanish).click()
    await spanish.keyboard.type('/cod')
    expect(await spanish.getByRole('listbox', { name: 'Bloques' }).getByRole('option').allTextContents()).toEqual([
      expect.stringContaining('Bloque de código'),
    ])
    await spanish.context().close()
  })
})

describe('pasted content', () => {
  beforeEach(() => startText())
  const clipboards = join(import.meta.dir, '../../editing/rich-text/paste/clipboards')

  test('from a word processor is cleaned', async () => {
    await paste(readFileSync(join(clipboards, 'word.html'), 'utf8'), 'Opening hours')
    await soon(async () =>
      expect(await stored()).toStartWith('<h2>Opening hours</h2>\n<p>The workshop is open <strong>every day</strong>'),
    )
    await soon(async () => expect(await stored()).toContain('<ul><li>Gloves<ul><li>thin ones</li></ul></li>'))
    await soon(async () => expect(await stored()).not.toMatch(/style|class|mso|utm_|<p><\/p>/))
    expect(tab.complaints).toEqual([])
  })

  test('as text stays text, whatever characters it has, except for URLs', async () => {
    await paste('', '## not a heading **nor bold** https://example.org/a')
    await soon(async () =>
      expect(await stored()).toBe(
        '<p>## not a heading **nor bold** <a href="https://example.org/a">https://example.org/a</a></p>',
      ),
    )
  })

  test('a video URL on a line of its own becomes a card, and the URL again when that is undone', async () => {
    await paste('', 'https://youtu.be/dQw4w9WgXcQ?si=track&t=42')
    const address = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=42s'
    await soon(async () =>
      expect(await stored()).toBe(`<figure><a href="${address}">Video</a><figcaption>YouTube</figcaption></figure>`),
    )
    await tab.keyboard.type('How we work')
    await press('Enter')
    await tab.keyboard.type('after')
    await soon(async () =>
      expect(await stored()).toBe(
        `<figure><a href="${address}">How we work</a><figcaption>YouTube</figcaption></figure>\n<p>after</p>`,
      ),
    )
    await press('Control+a', 'Backspace', 'Backspace')
    await paste('', 'https://youtu.be/dQw4w9WgXcQ')
    await press('Control+z')
    await soon(async () =>
      expect(await stored()).toStartWith('<p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">https://youtu.be/'),
    )
    await press('Control+a', 'Backspace')
    await tab.keyboard.type('See ')
    await paste('', 'https://youtu.be/dQw4w9WgXcQ')
    expect(await text().locator('figure').count()).toBe(0)
    await press('Control+a', 'Backspace')
    await paste('', 'First\nhttps://vimeo.com/76979871\nlast')
    await soon(async () => expect(await stored()).toMatch(/^<p>First<\/p>\n<figure>.*<\/figure>\n<p>last<\/p>$/))
  })

  test('shows what was dropped, with the local pictures, until the notice is dismissed', async () => {
    await paste(
      `${'<p>a</p>'.repeat(60)}<iframe src="https://example.org/map"></iframe><p><img src="file:///C:/clip_1.png"></p><p><img src="file:///C:/clip_2.png" alt="The oven"></p>${'<p>a</p>'.repeat(60)}`,
      'a',
    )
    const note = tab.locator('.rich-warning', { hasText: 'Removed from what you pasted:' })
    await note.waitFor()
    expect(await note.getByRole('listitem').allTextContents()).toEqual([
      '2 pictures that are only on the computer they come from, counted from the top: 1 (clip_1.png), 2 (The oven). Drop their files into the text here, or insert them with the picture tool.',
      '1 embedded frame (iframe)',
    ])
    await tab.locator('.kit-dialog-body').evaluate((body) => body.scrollTo(0, 300))
    const [told, body] = await Promise.all([note.boundingBox(), tab.locator('.kit-dialog-body').boundingBox()])
    expect(told!.y).toBeGreaterThan(body!.y)
    expect(told!.y + told!.height).toBeLessThanOrEqual(body!.y + body!.height + 1)
    await tab.getByRole('button', { name: 'Dismiss this note' }).click()
    await note.waitFor({ state: 'detached' })
    await soon(async () => expect(await text().evaluate((area) => area === document.activeElement)).toBe(true))
  })

  test('is refused with a message when it is too long, and nothing is lost or frozen', async () => {
    await tab.keyboard.type('before')
    const started = performance.now()
    await paste(`<p style="margin:0">${'word '.repeat(20)}</p>`.repeat(90_000), 'word')
    await tab.getByText('This is too long to paste').waitFor()
    expect(performance.now() - started).toBeLessThan(8000 * crowding())
    await soon(async () => expect(await stored()).toBe('<p>before</p>'))
    await paste(`${'<div><blockquote>'.repeat(3000)}deep${'</blockquote></div>'.repeat(3000)}`, 'deep')
    await soon(async () => expect(await text().textContent()).toContain('deep'))
    await tab.keyboard.type('after')
    await soon(async () => expect(await text().textContent()).toContain('after'))
  })
})

test('pictures and code have no empty line around them, and a hint shows where to write', async () => {
  await startText()
  const hint = (of: string) =>
    text().evaluate((area, selector) => getComputedStyle(area.querySelector(selector)!, '::before').content, of)
  expect(await hint('p')).toContain('Write here, or type /')
  await tab
    .getByRole('textbox', { name: 'Content (HTML source)' })
    .first()
    .fill(
      '<p><img src="/images/post-teacher-feedback.webp" alt=""></p><figure><img src="/images/post-teacher-feedback.webp" alt=""></figure><pre><code>one\ntwo\n</code></pre><p></p><p>End</p>',
    )
  await text().getByText('End').waitFor()
  const picture = text().locator('p > img:not(.ProseMirror-separator)')
  await tab.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  const heightOf = async (of: Locator) => (await of.boundingBox())!.height
  expect(await heightOf(text().locator('p').first())).toBeCloseTo(await heightOf(picture), 0)
  const boxes = await text()
    .locator('.ProseMirror-separator')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height]))
  expect(boxes.length).toBeGreaterThan(0)
  expect(boxes.flat().every((side) => side === 0)).toBe(true)
  expect(await hint('figcaption')).toContain('Caption')
  expect(await text().locator('pre').innerText()).toBe('one\ntwo')
  expect(await hint('pre + p')).toBe('none')
})

test('an address is validated where it is typed', async () => {
  await startText()
  await tab.keyboard.type('word')
  await press('Control+a', 'Control+k')
  const address = tab.getByRole('textbox', { name: 'Address of the link' })
  await address.fill('javascript:alert(1)')
  await tab.getByText('javascript: addresses run code').waitFor()
  await press('Enter')
  await soon(async () => expect(await address.getAttribute('aria-invalid')).toBe('true'))
  await address.fill('example.com/a')
  await tab.getByText('Links to https://example.com/a').waitFor()
  await press('Enter')
  await soon(async () => expect(await stored()).toBe('<p><a href="https://example.com/a">word</a></p>'))
})

test('the HTML and the text stay in sync, and what the sanitizer removes is shown with its count', async () => {
  await startText()
  const source = tab.getByRole('textbox', { name: 'Content (HTML source)' }).first()
  await source.fill(
    '<p style="color:red" class="a" onclick="x()">One</p><script>x()</script><script>y()</script><iframe src="https://example.org"></iframe><p><a href="javascript:x()">a</a> <video>film</video></p>',
  )
  const note = tab.locator('.rich-warning', { hasText: 'Some of this HTML isn’t allowed' })
  await note.waitFor()
  expect(await note.getByRole('listitem').allTextContents()).toEqual([
    'styling of its own in 2 places (style, class); the site’s is used',
    '1 script inside an element (onclick)',
    '2 scripts',
    '1 embedded frame (iframe)',
    '1 address that isn’t allowed (javascript:x())',
    '1 element (video); any text inside stays',
  ])
  await source.fill('<p>Two</p>')
  await note.waitFor({ state: 'detached' })
  await text().getByText('Two').waitFor()
  await text().click()
  await press('End')
  await tab.keyboard.type(' words')
  await soon(async () => expect(await source.inputValue()).toBe('<p>Two words</p>'))
})

for (const [name, width] of [
  ['a phone', 375],
  ['a desk', 1280],
] as const) {
  test(`the toolbar stays visible while a long text scrolls on ${name}, for whichever text of several`, async () => {
    const other = await openTab(browser, { baseURL: site.url, viewport: { width, height: 700 } })
    await other.context().addCookies([session])
    await other.goto('/admin/content/')
    await other.getByRole('button', { name: 'Edit Legal' }).click()
    const frames = other.locator('.rich-frame')
    await frames.nth(1).waitFor()
    for (const index of [0, 1]) {
      const frame = frames.nth(index)
      await frame.locator('.rich-text').click()
      await frame.locator('.rich-text').evaluate((element) => {
        const clipboard = new DataTransfer()
        clipboard.setData('text/plain', 'line\n'.repeat(80))
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }),
        )
      })
      await frame.locator('.rich-text > :last-child').scrollIntoViewIfNeeded()
      const [tools, body] = await Promise.all([
        frame.getByRole('toolbar', { name: 'Formatting' }).boundingBox(),
        other.locator('.kit-dialog-body').boundingBox(),
      ])
      expect(tools!.y).toBeGreaterThanOrEqual(body!.y - 1)
      expect(tools!.y).toBeLessThan(body!.y + 120)
      expect(tools!.height).toBeLessThan(110)
    }
    await other.context().close()
  })
}
