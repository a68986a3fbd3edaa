import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, editFirst, forgetUnsaved, launch, openTab, type Tab } from './browser'

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

const source = () => tab.getByRole('textbox', { name: 'Content (HTML source)' })
const showSource = () => tab.locator('summary', { hasText: 'Advanced' }).first().click()

/** Opens a new post, showing only its English texts. */
async function addPost() {
  await forgetUnsaved(tab)
  await tab.evaluate(() => localStorage.setItem('industria-editor-languages', 'en'))
  await tab.goto('/admin/blog/')
  await tab.getByRole('button', { name: 'Add New' }).click()
  await tab.locator('.rich-text').waitFor()
}

describe('the rich text', () => {
  test('is written with toolbar and shortcuts; Tab moves from cell to cell', async () => {
    await addPost()
    await tab.locator('.rich-text').click()
    await tab.keyboard.type('Some ')
    await tab.keyboard.press('Control+b')
    await tab.keyboard.type('bold')
    await tab.keyboard.press('Control+b')
    await tab.keyboard.press('Enter')
    await tab.getByRole('button', { name: 'Heading 2' }).click()
    await tab.keyboard.type('Hours')
    await tab.keyboard.press('Enter')
    await tab.getByRole('button', { name: 'Insert table' }).click()
    for (const text of ['', 'Day', 'From', '', 'Monday', '8']) {
      await tab.keyboard.press('Tab')
      if (text) await tab.keyboard.type(text)
    }
    await tab.getByRole('button', { name: 'Remove row' }).click()
    await showSource()
    expect(await source().inputValue()).toBe(
      '<p>Some <strong>bold</strong></p>\n<h2>Hours</h2>\n<table><thead><tr><th>Column 1</th><th>Column 2</th><th>Day</th></tr></thead><tbody><tr><td>From</td><td></td><td>Monday</td></tr></tbody></table>',
    )
  })

  test('has one tab stop for its toolbar, and the arrow keys move between its buttons', async () => {
    await addPost()
    const tools = tab.getByRole('toolbar', { name: 'Formatting' })
    await tools.getByRole('button', { name: 'Heading 2' }).focus()
    const focused = () =>
      tab.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.className)
    await tab.keyboard.press('ArrowRight')
    await soon(async () => expect(await focused()).toBe('Heading 3'))
    await tab.keyboard.press('Tab')
    await soon(async () => expect(await focused()).toContain('rich-text'))
    await tab.keyboard.press('Shift+Tab')
    await soon(async () => expect(await focused()).toBe('Heading 3'))
    expect(await tools.getByRole('button', { name: 'Heading 3' }).getAttribute('aria-keyshortcuts')).toBe(
      'Control+Alt+3',
    )
  })

  test('does not trap the keyboard at its links', async () => {
    await addPost()
    await showSource()
    await source().fill('<p><a href="/about/">One</a> and <a href="https://example.com">another</a></p>')
    await tab.locator('.rich-text a').first().waitFor()
    await tab.locator('.rich-text').focus()
    const inText = () => tab.evaluate(() => document.activeElement?.classList.contains('rich-text') ?? false)
    await tab.keyboard.press('Tab')
    await soon(async () => expect(await inText()).toBe(false))
    await tab.keyboard.press('Shift+Tab')
    await soon(async () => expect(await inText()).toBe(true))
    await tab.keyboard.press('Shift+Tab')
    await soon(async () => expect(await inText()).toBe(false))
    expect(await source().inputValue()).toBe(
      '<p><a href="/about/">One</a> and <a href="https://example.com">another</a></p>',
    )
  })

  test('holds hostile markup without running it, and without a violation of the content security policy', async () => {
    await addPost()
    const hostile = [
      '<img src="/none" onerror="alert(1)">',
      '<svg onload=alert(1)></svg>',
      '<p style="color:red" onclick=alert(1)>a</p>',
      '<style>*{display:none}</style>',
      '<a href="javascript:alert(1)">a</a>',
      '<details open ontoggle=alert(1)></details>',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '"><script>alert(1)</script>',
    ]
    let alerts = 0
    tab.on('dialog', (dialog) => {
      if (dialog.type() === 'alert') alerts += 1
      void dialog.accept()
    })
    await showSource()
    for (const [index, html] of hostile.entries()) {
      await source().fill(`<p>Before ${index}</p>${html}`)
      await tab.locator('.rich-text').getByText(`Before ${index}`).waitFor()
    }
    expect(alerts).toBe(0)
    // The proposed cover picture does not exist.
    expect(tab.complaints.filter((text) => !text.includes('404'))).toEqual([])
  })
})

test('Escape closes the picture picker and not the dialog, and the focus returns to its button', async () => {
  await addPost()
  const opener = tab.getByRole('button', { name: 'Pictures of the site' })
  const isFocused = () => opener.evaluate((button) => button === document.activeElement)
  await opener.focus()
  await tab.keyboard.press('Enter')
  await tab.keyboard.press('Tab')
  await soon(async () => expect(await isFocused()).toBe(false))
  await tab.keyboard.press('Escape')
  await tab.getByRole('listbox').waitFor({ state: 'detached' })
  await soon(async () => expect(await isFocused()).toBe(true))
  await tab.keyboard.press('Enter')
  await tab.getByRole('listbox').getByRole('option').first().click()
  await tab.getByRole('listbox').waitFor({ state: 'detached' })
  await soon(async () => expect(await isFocused()).toBe(true))
  await soon(async () =>
    expect(await tab.getByRole('textbox', { name: 'Image URL' }).inputValue()).toContain('/images/'),
  )
})

test('after deleting a record the focus is in the row that has taken its place', async () => {
  await tab.goto('/admin/projects/')
  const remove = tab.getByRole('button', { name: /^Delete “/ })
  await remove.first().waitFor()
  const names = await tab.getByRole('rowheader').allTextContents()
  await remove.nth(1).focus()
  await tab.keyboard.press('Enter')
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await tab.waitForFunction((count) => document.querySelectorAll('[role=rowheader]').length === count, names.length - 1)
  await tab.waitForFunction(
    () => document.activeElement?.closest('tr') !== null && document.activeElement?.closest('tr') !== undefined,
  )
  await soon(async () =>
    expect(
      await tab.evaluate(() => document.activeElement?.closest('tr')?.querySelector('[role=rowheader]')?.textContent),
    ).toBe(names[2] ?? ''),
  )
})

test('a record is opened and closed again without a change', async () => {
  for (const screen of ['projects', 'blog', 'content']) {
    await tab.goto(`/admin/${screen}/`)
    await tab
      .getByRole('button', { name: /^Edit / })
      .nth(1)
      .click()
    await tab.getByRole('dialog').waitFor()
    for (const language of ['Español', 'English']) {
      await tab.getByRole('radio', { name: language }).click()
      if (screen !== 'content') await tab.locator('.rich-text').waitFor()
    }
    expect(await tab.getByText('Unsaved changes').count()).toBe(0)
    await tab.keyboard.press('Escape')
    await tab.getByRole('dialog').waitFor({ state: 'detached' })
  }
})

test('the form and the JSON of a page stay in sync, and the page shows what was saved', async () => {
  await tab.goto('/admin/content/')
  await tab.getByRole('button', { name: 'Edit Contact' }).click()
  const [form, jsonTab] = ['Editor', 'Page Content'].map((name) => tab.getByRole('tab', { name }))
  await jsonTab!.click()
  const json = tab.getByRole('textbox', { name: 'Content (JSON)' })
  const before = await json.inputValue()
  await form!.click()
  await tab.getByRole('textbox', { name: 'Address', exact: true }).fill('One\nTwo')
  const changed = before.replace(/"address": "[^"]*"/, '"address": "One\\nTwo"')
  await jsonTab!.click()
  await soon(async () => expect(await json.inputValue()).toBe(changed))
  await json.fill(before.replace('"title": "Contact"', '"title": "Write to us"'))
  await form!.click()
  await soon(async () =>
    expect(await tab.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('Write to us'),
  )
  await tab.keyboard.press('Control+Enter')
  await tab.getByText('Page content updated').first().waitFor()
  await tab.goto('/contact/')
  await tab.getByRole('heading', { level: 1, name: 'Write to us' }).waitFor()
})

test('the preview has the width of the chosen screen, however much space there is', async () => {
  const phone = await openTab(browser, { baseURL: site.url, viewport: { width: 375, height: 800 } })
  await phone.context().addCookies([session])
  for (const one of [tab, phone]) {
    await one.goto('/admin/blog/')
    await editFirst(one)
    await one.getByRole('tab', { name: 'Preview' }).click()
    const page = one.frameLocator('iframe')
    for (const [screen, width, links] of [
      ['Phone', 375, 'hidden'],
      ['Desktop', 1280, 'visible'],
    ] as const) {
      await one.getByRole('radio', { name: screen }).click()
      await one.locator('.edit-preview-frame [role=status]').waitFor({ state: 'detached' })
      await page.locator('.header-links').waitFor({ state: links })
      await soon(async () => {
        expect(await page.locator('html').evaluate(() => window.innerWidth)).toBe(width)
        const [frame, room] = await Promise.all([
          one.locator('iframe').boundingBox(),
          one.locator('.edit-preview-frame').boundingBox(),
        ])
        expect(frame!.width).toBeLessThanOrEqual(room!.width)
        expect(Math.abs(frame!.height - room!.height)).toBeLessThan(4)
      })
    }
  }
  await phone.context().close()
})

test('shortcuts are shown where there is a keyboard, and the toolbar of a phone is fully visible', async () => {
  const phone = await openTab(browser, {
    baseURL: site.url,
    viewport: { width: 375, height: 800 },
    hasTouch: true,
    isMobile: true,
  })
  await phone.context().addCookies([session])
  for (const [one, isNamed] of [
    [tab, true],
    [phone, false],
  ] as const) {
    await one.goto('/admin/blog/')
    await editFirst(one)
    const tools = one.locator('.rich-toolbar').first()
    await tools.waitFor()
    await soon(async () => expect(await one.getByText('Ctrl+S').isVisible()).toBe(isNamed))
    expect(
      await tools.evaluate((bar) =>
        [...bar.querySelectorAll('button')].every((tool) => tool.getBoundingClientRect().right <= window.innerWidth),
      ),
    ).toBe(true)
    await one.goto('/admin/settings/')
    await one.getByRole('button', { name: 'Save Settings' }).first().waitFor()
    await soon(async () => expect(await one.getByText('Ctrl+S').first().isVisible()).toBe(isNamed))
  }
  await phone.context().close()
})

describe('the dialogs', () => {
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 375],
  ] as const) {
    test(`have no violations at ${width} px in the ${colorScheme} theme`, async () => {
      const other = await openTab(browser, { baseURL: site.url, colorScheme, viewport: { width, height: 800 } })
      await other.context().addCookies([session])
      for (const screen of ['projects', 'blog', 'content']) {
        await other.goto(`/admin/${screen}/`)
        await editFirst(other)
        const dialog = other.getByRole('dialog')
        const tabs = dialog.getByRole('tab')
        await tabs.first().waitFor()
        for (let index = 0; index < (await tabs.count()); index += 1) {
          await tabs.nth(index).click()
          await dialog.locator('[aria-busy=true]').waitFor({ state: 'detached' })
          const where = `${screen}, tab ${index}`
          expect([where, ...(await axeViolations(other))]).toEqual([where])
          expect([
            where,
            await other.locator('.kit-dialog-body').evaluate((body) => body.scrollWidth <= body.clientWidth),
          ]).toEqual([where, true])
        }
      }
      expect(other.complaints).toEqual([])
      await other.context().close()
    })
  }

  test('show both languages side by side where there is space, one alone on phones, and text first', async () => {
    const places = async (width: number, height: number) => {
      const other = await openTab(browser, { baseURL: site.url, viewport: { width, height } })
      await other.context().addCookies([session])
      await other.goto('/admin/blog/')
      await editFirst(other)
      const box = async (name: string) => (await other.getByRole('textbox', { name, exact: true }).boundingBox())!
      const own = await box('Content')
      const isAlone = (await other.getByRole('textbox', { name: 'Content in Spanish' }).count()) === 0
      if (isAlone) await other.getByRole('radio', { name: 'Español' }).click()
      const spanish = await box('Content in Spanish')
      const room = (await other.locator('.kit-dialog-body').boundingBox())!
      await other.context().close()
      return { own, spanish, room, isAlone }
    }
    const wide = await places(1280, 800)
    expect(wide.spanish.y).toBe(wide.own.y)
    expect(wide.spanish.x).toBeGreaterThan(wide.own.x + wide.own.width)
    expect(wide.room.height).toBeGreaterThan(640)
    const narrow = await places(375, 812)
    expect([wide.isAlone, narrow.isAlone]).toEqual([false, true])
    expect(narrow.spanish.x).toBe(narrow.own.x)
  })

  test('keep the toolbar visible while the text scrolls, and collapse the details into a sheet that Escape closes', async () => {
    const other = await openTab(browser, { baseURL: site.url, viewport: { width: 375, height: 812 } })
    await other.context().addCookies([session])
    await other.goto('/admin/blog/')
    await editFirst(other)
    const dialog = other.getByRole('dialog')
    const toggle = dialog.getByRole('button', { name: 'Details' })
    await toggle.click()
    const sheet = dialog.getByRole('complementary', { name: 'Details' })
    await sheet.getByRole('textbox', { name: 'Slug', exact: true }).waitFor()
    expect(await axeViolations(other)).toEqual([])
    await other.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await soon(async () => expect(await toggle.evaluate((button) => button === document.activeElement)).toBe(true))
    const tools = dialog.getByRole('toolbar').first()
    await tools.waitFor()
    await other.locator('.kit-dialog-body').evaluate((body) => body.scrollTo(0, 900))
    await soon(async () => {
      const [bar, room] = [await tools.boundingBox(), await other.locator('.kit-dialog-body').boundingBox()]
      expect(bar!.y).toBeGreaterThanOrEqual(room!.y)
      expect(bar!.y).toBeLessThan(room!.y + 120)
    })
    await other.context().close()
  })

  test('have no violations with the history of a record in place of its text', async () => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 375],
    ] as const) {
      const other = await openTab(browser, { baseURL: site.url, colorScheme, viewport: { width, height: 800 } })
      await other.context().addCookies([session])
      const [{ id, slug }] = (await (await other.request.get('/api/blog?status=all')).json()) as [
        { id: number; slug: string },
      ]
      const post = (await (await other.request.get(`/api/blog/${slug}?status=all`)).json()) as object
      const changed = await other.request.put(`/api/blog/${id}/draft`, {
        data: { ...post, title: `Another title at ${width}` },
        headers: { origin: site.url },
      })
      expect(changed.status()).toBe(200)
      await other.goto(`/admin/blog/?edit=${id}`)
      const dialog = other.getByRole('dialog')
      if (width < 1024) await dialog.getByRole('button', { name: 'Details' }).click()
      await dialog.getByRole('button', { name: 'History' }).click()
      await dialog.getByRole('heading', { level: 4 }).first().waitFor()
      expect(await axeViolations(other)).toEqual([])
      expect(await other.locator('.kit-dialog-body').evaluate((body) => body.scrollWidth <= body.clientWidth)).toBe(
        true,
      )
      await dialog.getByRole('button', { name: 'Back to editing' }).click()
      await dialog.getByRole('tab', { name: 'Editor' }).waitFor()
      await other.context().close()
    }
  })
})
