import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Browser, Locator } from 'playwright-core'
import { administrator, signIn } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, hydrated, launch, type Look, openSibling, openTab, type Tab, tabsByLook } from './browser'

let browser: Browser
let site: SiteProcess
let admin: Tab
let visitor: Tab

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
  admin = await openTab(browser, { baseURL: site.url })
  visitor = await openTab(browser, { baseURL: site.url })
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

describe('logging in', () => {
  test('a signed-out visitor of a protected page lands on the login, and the first administrator is created with the set-up code', async () => {
    await admin.goto('/admin/projects/')
    expect(new URL(admin.url()).pathname).toBe('/admin/')
    await admin.getByRole('heading', { name: 'Create administrator' }).waitFor()
    await admin.getByLabel('Username').fill(administrator.username)
    await admin.getByLabel('Password').fill(administrator.password)
    await admin.getByLabel('Set-up code').fill('WRONG-CODE-HERE')
    await admin.getByRole('button', { name: 'Create administrator' }).click()
    await admin.getByText('Registration failed').first().waitFor()
    expect(await admin.getByLabel('Username').inputValue()).toBe(administrator.username)
    await admin.getByLabel('Set-up code').fill(site.setupCode())
    await admin.getByRole('button', { name: 'Create administrator' }).click()
    await admin.waitForURL('**/admin/projects/')
    await admin.getByText('Logged in as').waitFor()
  })

  test('logout works, empty fields are marked, a wrong password is refused, a right one leads to the requested page', async () => {
    await admin.getByRole('button', { name: 'Logout' }).click()
    await admin.getByText('You have been successfully logged out').first().waitFor()
    await admin.goto('/admin/messages/')
    await admin.getByRole('heading', { name: 'Admin login' }).waitFor()
    await admin.getByRole('button', { name: 'Login' }).click()
    await admin.getByText('Username is required').waitFor()
    await admin.getByText('Password is required').waitFor()
    await admin.getByLabel('Username').fill(administrator.username)
    await admin.getByLabel('Password').fill('wrong')
    await admin.getByRole('button', { name: 'Login' }).click()
    await admin.getByText('Login failed').first().waitFor()
    await admin.getByText('401: Invalid username or password').first().waitFor()
    await admin.getByLabel('Password').fill(administrator.password)
    await admin.getByRole('button', { name: 'Login' }).click()
    await admin.waitForURL('**/admin/messages/')
    await admin.getByText('Welcome to the admin dashboard').first().waitFor()
    await admin.goto('/admin/')
    await admin.waitForURL('**/admin/dashboard/')
  })
})

test('an unknown address is a 404 inside the admin, with a link back', async () => {
  const answer = await admin.goto('/admin/nonsense/')
  expect(answer?.status()).toBe(404)
  await admin.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
  expect(await admin.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  expect(await axeViolations(admin)).toEqual([])
  await admin.evaluate(() => Object.assign(window, { sameDocument: true }))
  await admin.getByRole('link', { name: 'Back to the dashboard' }).click()
  await admin.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect(await admin.evaluate(() => 'sameDocument' in window)).toBe(true)
  const stranger = await visitor.goto('/admin/nonsense/')
  expect(stranger?.status()).toBe(200)
  expect(new URL(visitor.url()).pathname).toBe('/admin/')
})

test('in a low window the navigation scrolls, and user name and logout stay reachable', async () => {
  for (const height of [800, 600, 400]) {
    await admin.setViewportSize({ width: 1280, height })
    await admin.goto('/admin/privacy/')
    const side = admin.locator('.admin-side')
    for (const shown of [
      side.getByText('Logged in as'),
      side.getByRole('button', { name: 'Logout' }),
      side.locator('[aria-current=page]'),
    ]) {
      await shown.waitFor()
      await soon(async () => {
        const box = await shown.boundingBox()
        expect(box && box.y >= 0 && box.y + box.height <= height).toBe(true)
      })
    }
  }
  await admin.setViewportSize({ width: 1280, height: 900 })
})

test('Ctrl+K finds screens and records by keyboard alone, without violations, and in a full sheet on phones', async () => {
  await admin.goto('/admin/dashboard/')
  const opener = admin.locator('.admin-side').getByRole('button', { name: 'Search or jump to…' })
  await opener.focus()
  await admin.keyboard.press('Control+k')
  const dialog = admin.getByRole('dialog', { name: 'Search or jump to' })
  const search = dialog.getByRole('combobox')
  await soon(async () => expect(await search.evaluate((one) => one === document.activeElement)).toBe(true))
  expect(await axeViolations(admin)).toEqual([])
  await admin.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await soon(async () => expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true))

  await admin.setViewportSize({ width: 375, height: 700 })
  await admin.getByRole('button', { name: 'Search or jump to' }).click()
  await search.fill('redirects')
  await dialog.getByRole('option', { name: 'Redirects' }).first().waitFor()
  expect(await axeViolations(admin)).toEqual([])
  const { x, y, width, height } = await dialog.evaluate((sheet) => sheet.getBoundingClientRect())
  expect({ x, y, width, height }).toEqual({ x: 0, y: 0, width: 375, height: 700 })
  await search.press('Enter')
  await admin.getByRole('heading', { level: 1, name: 'Redirects' }).waitFor()
  await admin.setViewportSize({ width: 1280, height: 900 })
})

test('in an editor Ctrl+K leads to a field and to the preview, and what was opened from a list is last opened', async () => {
  await admin.goto('/admin/blog/')
  await admin.locator('tbody tr').first().getByRole('button').first().click()
  const editor = admin.getByRole('dialog', { name: 'Edit blog post' })
  const title = await editor.locator('[data-place=title] textarea').inputValue()
  const dialog = admin.getByRole('dialog', { name: 'Search or jump to' })
  const command = async (typed: string, option: string) => {
    await admin.keyboard.press('Control+k')
    await dialog.getByRole('combobox').fill(typed)
    await dialog.getByRole('option', { name: option, exact: true }).waitFor()
    await admin.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
  }
  const place = () => admin.evaluate(() => document.activeElement?.closest('[data-place]')?.getAttribute('data-place'))
  for (const [typed, option, path] of [
    ['excerpt spanish', 'Excerpt in Spanish', 'translations.es.excerpt'],
    ['keywords', 'Keywords', 'metadata.keywords'],
    ['author', 'Author', 'author'],
  ] as const) {
    await command(typed, option)
    await soon(async () => expect(await place()).toBe(path))
  }
  await command('preview in spanish', 'Preview in Spanish')
  await admin.getByRole('tab', { name: 'Preview', selected: true }).waitFor()
  await soon(async () => expect(await editor.evaluate((one) => one.contains(document.activeElement))).toBe(true))
  await admin.goto('/admin/dashboard/')
  await admin.locator('.admin-side').getByRole('button', { name: 'Search or jump to…' }).click()
  await dialog.getByRole('group', { name: 'Last opened' }).getByRole('option', { name: title }).waitFor()
  await admin.keyboard.press('Escape')
})

test('the bar with the title keeps its height while scrolling, and titles begin at one place', async () => {
  const lefts = new Set<number>()
  await admin.setViewportSize({ width: 1920, height: 900 })
  for (const screen of ['dashboard', 'media', 'site', 'blog']) {
    await admin.goto(`/admin/${screen}/`)
    const box = await admin.locator('h1').boundingBox()
    lefts.add(box?.x ?? -1)
  }
  expect(lefts.size).toBe(1)
  await admin.setViewportSize({ width: 1280, height: 500 })
  await admin.goto('/admin/system/')
  const bar = admin.locator('.kit-screen-head')
  await admin.waitForFunction(() => document.documentElement.scrollHeight > innerHeight + 200)
  const size = () => admin.locator('h1').evaluate((title) => getComputedStyle(title).fontSize)
  expect(await size()).toBe('36px')
  await admin.evaluate(() => scrollTo(0, 200))
  await soon(async () => expect(await size()).toBe('18px'))
  expect(await bar.boundingBox()).toMatchObject({ y: 0, height: 56 })
  await admin.setViewportSize({ width: 1280, height: 900 })
})

describe('every admin screen', () => {
  const tabOf = tabsByLook(
    () => site,
    () => browser,
  )
  const looks: Look[] = [
    { language: 'en', colorScheme: 'light', width: 1280 },
    { language: 'es', colorScheme: 'dark', width: 375 },
  ]
  beforeAll(async () => {
    const { cookie } = await signIn(site)
    const [name = '', value = ''] = cookie.split('=')
    for (const look of looks) await (await tabOf(look)).context().addCookies([{ name, value, url: site.url }])
  })

  for (const screen of [
    'dashboard',
    'projects',
    'blog',
    'content',
    'waitlist',
    'messages',
    'settings',
    'privacy',
    'system',
  ]) {
    test(`${screen} has no violations at 375 and 1280 px, in both themes and languages`, async () => {
      for (const look of looks) {
        const { language, colorScheme, width } = look
        const tab = await tabOf(look)
        await tab.goto(`/admin/${screen}/`)
        await tab.locator('h1').waitFor()
        await tab.waitForLoadState('networkidle')
        const where = `${screen} ${language} ${colorScheme} ${width}`
        expect([where, ...(await axeViolations(tab))]).toEqual([where])
        expect([where, ...tab.complaints]).toEqual([where])
        expect([where, await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)]).toEqual([
          where,
          true,
        ])
      }
    })
  }
})

describe('a blog post', () => {
  test('is written, seen by visitors, edited and deleted', async () => {
    await admin.goto('/admin/blog/')
    await admin.getByRole('button', { name: 'Add New' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('button', { name: /^(Publish|Update)/ }).click()
    await admin.getByText('Please fill in all required fields').first().waitFor()
    await field(dialog, 'Title').fill('Educación & Robots')
    await soon(async () => expect(await field(dialog, 'Slug').inputValue()).toBe('educacion-and-robots'))
    await field(dialog, 'Excerpt').fill('What robots learn at school.')
    await richText(dialog).fill('A first paragraph.')
    await field(dialog, 'Image URL').fill('/images/post-timetable-solver.webp')
    await dialog.getByRole('tab', { name: 'SEO Metadata' }).click()
    await field(dialog, 'Meta title').fill('Robots at school')
    await dialog.getByRole('tab', { name: 'Preview' }).click()
    await dialog.frameLocator('iframe').getByRole('heading', { name: 'Educación & Robots' }).waitFor()
    await dialog.getByRole('button', { name: /^(Publish|Update)/ }).click()
    await admin.getByText('Blog post created').first().waitFor()
    await dialog.waitFor({ state: 'hidden' })

    await visitor.goto('/')
    await visitor.getByRole('link', { name: 'Educación & Robots' }).first().click()
    await visitor.waitForURL('**/blog/educacion-and-robots/')
    await visitor.getByText('A first paragraph.').waitFor()
    await visitor.reload()
    expect(await visitor.title()).toBe('Robots at school')

    await admin.getByRole('button', { name: /Edit “Educación & Robots”/ }).click()
    await dialog.getByRole('tab', { name: 'SEO Metadata' }).waitFor()
    await field(dialog, 'Title').fill('Educación and machines')
    await admin.keyboard.press('Control+Enter')
    await admin.getByText('Blog post updated').first().waitFor()
    await visitor.reload()
    await visitor.getByRole('heading', { level: 1, name: 'Educación and machines' }).waitFor()

    await admin.getByRole('button', { name: /Delete “Educación and machines”/ }).click()
    const question = admin.getByRole('alertdialog')
    await question.getByText('Are you sure?').waitFor()
    await question.getByText('cannot be undone').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await admin.getByText('Blog post deleted').first().waitFor()
    expect((await visitor.goto('/blog/educacion-and-robots/'))?.status()).toBe(404)
  })

  test('changed in another window meanwhile is not overwritten: both versions are shown and one is chosen', async () => {
    const post = await createPost('A contested post')
    await admin.goto('/admin/blog/')
    await admin.getByRole('button', { name: /Edit “A contested post”/ }).click()
    const dialog = admin.getByRole('dialog')
    await field(dialog, 'Excerpt').fill('My words')
    const { cookie } = await signIn(site)
    const other = await fetch(`${site.url}/api/blog/${post.id}`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ ...post, excerpt: 'Their words' }),
    })
    expect(other.status).toBe(200)
    await dialog.getByRole('button', { name: /^(Publish|Update)/ }).click()
    await dialog.getByText('You changed this in another window').waitFor()
    await dialog.getByText('Their words').first().waitFor()
    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await admin.getByText('Blog post updated').first().waitFor()
    expect(await (await fetch(`${site.url}/api/blog/a-contested-post`)).json()).toMatchObject({
      excerpt: 'My words',
      version: 3,
    })
  })

  test('typed but not saved survives a reload, and a session that expires while it is saved', async () => {
    await createPost('A post in danger')
    await admin.goto('/admin/blog/')
    await admin.getByRole('button', { name: /Edit “A post in danger”/ }).click()
    const dialog = admin.getByRole('dialog')
    await admin.route('**/draft?**', (route) => route.abort())
    await field(dialog, 'Excerpt').fill('Words that must not be lost')
    await dialog.getByText('kept on this device').first().waitFor()
    admin.once('dialog', (question) => {
      void question.accept()
    })
    await admin.reload()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await soon(async () => expect(await field(dialog, 'Excerpt').inputValue()).toBe('Words that must not be lost'))

    await admin.unroute('**/draft?**')
    await admin.context().clearCookies({ name: 'industria-session' })
    await dialog.getByRole('button', { name: /^(Publish|Update)/ }).click()
    const again = admin.getByRole('dialog', { name: 'Log in again' })
    await again.getByLabel('Username').fill(administrator.username)
    await again.getByLabel('Password').fill(administrator.password)
    await again.getByRole('button', { name: 'Login' }).click()
    await admin.getByText('Blog post updated').first().waitFor()
    expect(await (await fetch(`${site.url}/api/blog/a-post-in-danger`)).json()).toMatchObject({
      excerpt: 'Words that must not be lost',
    })
  })

  test('a server that answers 500 is reported, and the text is still there', async () => {
    await admin.goto('/admin/blog/')
    await admin.getByRole('button', { name: /Edit “A contested post”/ }).click()
    const dialog = admin.getByRole('dialog')
    await field(dialog, 'Excerpt').fill('Still here')
    await admin.route('**/api/blog/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Something broke"}' })
        : route.continue(),
    )
    await dialog.getByRole('button', { name: /^(Publish|Update)/ }).click()
    await admin.getByText('Something broke').first().waitFor()
    expect(await field(dialog, 'Excerpt').inputValue()).toBe('Still here')
    await admin.unroute('**/api/blog/*')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await admin.getByRole('button', { name: 'Discard changes' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })
})

describe('the life of a post', () => {
  test('goes from draft to live, to a newer draft, through the trash and back', async () => {
    await admin.goto('/admin/blog/')
    await admin.getByRole('button', { name: 'Add New' }).click()
    const dialog = admin.getByRole('dialog')
    await field(dialog, 'Title').fill('Begun today')
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await admin.getByText('Draft saved').first().waitFor()
    await admin.waitForURL(/\?edit=\d+$/)
    expect((await visitor.goto('/blog/begun-today/'))?.status()).toBe(404)

    await admin.reload()
    await field(dialog, 'Excerpt').fill('It grew.')
    await admin.goBack()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    expect(await field(dialog, 'Excerpt').inputValue()).toBe('It grew.')
    await richText(dialog).fill('All of it.')
    await field(dialog, 'Image URL').fill('/images/post-timetable-solver.webp')
    await dialog.getByRole('button', { name: /^Publish/ }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect((await visitor.goto('/blog/begun-today/'))?.status()).toBe(200)

    await admin.getByRole('button', { name: 'Edit “Begun today”' }).click()
    await field(dialog, 'Title').fill('Begun yesterday')
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await dialog.getByText('Visitors still see the published version', { exact: false }).waitFor()
    expect(await axeViolations(admin)).toEqual([])
    await visitor.reload()
    await visitor.getByRole('heading', { level: 1, name: 'Begun today' }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await admin
      .getByRole('row', { name: /Begun today/ })
      .getByText('Newer draft')
      .waitFor()

    await admin.getByRole('button', { name: 'Delete “Begun today”' }).click()
    await admin.waitForFunction(() => document.activeElement?.textContent === 'Move to trash')
    expect(await axeViolations(admin)).toEqual([])
    await admin.keyboard.press('Enter')
    await admin.getByText('Moved to trash').first().waitFor()
    expect((await visitor.goto('/blog/begun-today/'))?.status()).toBe(404)
    await admin.getByRole('button', { name: 'Undo' }).click()
    await admin
      .getByRole('row', { name: /Begun today/ })
      .getByText('Newer draft')
      .waitFor()
    expect((await visitor.goto('/blog/begun-today/'))?.status()).toBe(200)
  })
})

describe('the texts of the site', () => {
  test('a changed hero is shown to the next visitor', async () => {
    await admin.goto('/admin/content/')
    await admin.getByRole('button', { name: /Edit.*Home/i }).click()
    const dialog = admin.getByRole('dialog')
    await dialog
      .getByRole('textbox', { name: /^Headline/ })
      .first()
      .fill('We measure before we build')
    await dialog.getByRole('button', { name: /^Update/ }).click()
    await admin.getByText('Page content updated').first().waitFor()
    await visitor.goto('/')
    await visitor.getByRole('heading', { level: 1, name: 'We measure before we build' }).waitFor()
  })

  test('the site settings are in the head', async () => {
    await admin.goto('/admin/settings/')
    await admin.getByRole('tab', { name: 'Blog Page' }).click()
    const panel = admin.getByRole('tabpanel')
    await panel.getByLabel('Canonical URL').fill('ftp://nowhere')
    await panel.getByRole('button', { name: 'Save Settings' }).click()
    await admin.getByText('Canonical URL must start with http:// or https://').first().waitFor()
    await panel.getByLabel('Canonical URL').fill('https://example.com/news/')
    await panel.getByLabel('Meta title').first().fill('News of the workshop')
    await panel.getByRole('button', { name: 'Save Settings' }).click()
    await admin.getByText('Settings updated').first().waitFor()
    await visitor.goto('/blog/')
    expect(await visitor.title()).toBe('News of the workshop')
    expect(await visitor.locator('link[rel=canonical]').getAttribute('href')).toBe('https://example.com/news/')
  })
})

describe('leaving with unsaved changes', () => {
  test('by Back asks too: it stays, or goes where Back leads', async () => {
    await admin.goto('/admin/dashboard/')
    await admin.getByRole('link', { name: 'Site Settings' }).click()
    await admin.getByRole('tab', { name: 'Projects Page' }).click()
    const keywords = admin.getByRole('tabpanel').getByLabel('Keywords').first()
    await keywords.fill('half a thought')
    await admin.getByRole('tab', { name: 'Projects Page Unsaved changes' }).waitFor()
    await admin.evaluate(() => history.back())
    const question = admin.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await admin.waitForURL(({ pathname }) => pathname === '/admin/settings/')
    await soon(async () => expect(await keywords.inputValue()).toBe('half a thought'))
    await admin.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Leave' }).click()
    await admin.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await admin.waitForURL(({ pathname }) => pathname === '/admin/dashboard/')
    await admin.goForward()
    await admin.getByRole('tab', { name: 'Projects Page Unsaved changes' }).click()
    await soon(async () => expect(await keywords.inputValue()).toBe('half a thought'))
    await admin.getByRole('button', { name: 'Discard these changes' }).click()
    await admin.getByRole('link', { name: 'Waitlist', exact: true }).click()
    await admin.getByRole('heading', { level: 1, name: 'Waitlist' }).waitFor()
  })

  test('with an editor open asks as well', async () => {
    await admin.getByRole('navigation').getByRole('link', { name: 'Blog Posts' }).click()
    await admin.getByRole('button', { name: 'Add New' }).click()
    const dialog = admin.getByRole('dialog')
    // Without a title nothing is autosaved, so that it stays unsaved however long the steps take.
    await field(dialog, 'Excerpt').fill('Half a sentence')
    await admin.evaluate(() => history.back())
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await soon(async () => expect(await field(dialog, 'Excerpt').inputValue()).toBe('Half a sentence'))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await admin.getByRole('button', { name: 'Discard changes' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })
})

describe('what visitors send', () => {
  test('sign-ups are exported as a CSV without formulas', async () => {
    for (const email of ['ada@example.com', "=cmd|'a'!a0@example.com", 'usuario@español.es']) {
      await fetch(`${site.url}/api/waitlist`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
    }
    await admin.goto('/admin/waitlist/')
    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: 'Export to CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^industria-waitlist-\d{4}-\d\d-\d\d\.csv$/)
    const bytes = readFileSync(await download.path())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = bytes.toString('utf8').slice(1)
    expect(text).toStartWith('Email,Date Joined\r\n')
    expect(text).toContain('usuario@español.es,20')
    expect(text).toContain("'=cmd|'a'!a0@example.com,")
  })

  test('a message is new until it is opened, is shown as plain text, and can be set back', async () => {
    await fetch(`${site.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Grace',
        email: 'grace@example.com',
        subject: 'A <b>bold</b> subject',
        message: 'One\nTwo <img src=x onerror=alert(1)>',
      }),
    })
    await admin.goto('/admin/messages/')
    const row = admin.getByRole('row', { name: /Grace/ })
    await row.getByText('New', { exact: true }).waitFor()
    await row.getByRole('button', { name: /View/ }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByText('Two <img src=x onerror=alert(1)>').waitFor()
    await admin.waitForFunction(
      async () =>
        ((await (await fetch('/api/contact')).json()) as { name: string; read: boolean }[]).find(
          (message) => message.name === 'Grace',
        )?.read,
    )
    await dialog.getByRole('button', { name: 'Mark as new' }).click()
    await admin.waitForFunction(
      async () =>
        !((await (await fetch('/api/contact')).json()) as { name: string; read: boolean }[]).find(
          (message) => message.name === 'Grace',
        )?.read,
    )
  })
})

describe('the bundles', () => {
  test('a visitor is sent no code of the admin', async () => {
    const tab = await openTab(browser, { baseURL: site.url })
    const scripts: string[] = []
    tab.on('response', (answer) => {
      if (answer.url().endsWith('.js')) scripts.push(answer.url())
    })
    await tab.goto('/')
    await hydrated(tab)
    await tab.waitForLoadState('networkidle')
    expect(scripts.length).toBeGreaterThan(0)
    for (const url of scripts)
      expect([url, (await (await fetch(url)).text()).includes('ProseMirror')]).toEqual([url, false])
    const sibling = await openSibling(tab)
    await sibling.goto('/blog/')
    await tab.context().close()
  })
})

function field(dialog: Locator, name: string): Locator {
  return dialog.getByRole('textbox', { name: new RegExp(`^${name}`) }).first()
}

function richText(dialog: Locator): Locator {
  return dialog.locator('[contenteditable=true]').first()
}

async function createPost(title: string): Promise<Record<string, unknown> & { id: number }> {
  const { cookie } = await signIn(site)
  const answer = await fetch(`${site.url}/api/blog`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ title, excerpt: 'First words', content: '<p>Text.</p>', imageUrl: '/og.png' }),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Record<string, unknown> & { id: number }
}
