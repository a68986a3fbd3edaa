import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core'
import { type Client, firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon, until } from '../waiting'
import { hydrated, launch, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess
let admin: Client

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
  admin = await firstAdministrator(site)
  // Wait for complete pages: one that was rendered incompletely during a busy start hydrates at once.
  for (const path of ['/', '/about/', '/contact/', '/legal/'])
    await until(async () => !(await (await fetch(site.url + path)).text()).includes('data-incomplete'))
  lying = lieIdle()
  lying.catch(() => {})
})
/** Takes ten seconds, during which other tests use tabs of their own. */
async function lieIdle() {
  const tab = await openTab(browser, { baseURL: site.url })
  await tab.goto('/')
  await tab.waitForTimeout(4000)
  const wasAlive = await isAlive(tab)
  await tab.locator('html[data-hydrated]').waitFor({ timeout: 20_000 })
  await tab.context().close()
  return { wasAlive, complaints: tab.complaints }
}
let lying: ReturnType<typeof lieIdle>

afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const phone = { viewport: { width: 375, height: 700 } }
const isAlive = (tab: Tab) => tab.evaluate(() => document.documentElement.hasAttribute('data-hydrated'))

/** The paths of the documents that a tab loads. */
function documentsOf(tab: Tab): string[] {
  const documents: string[] = []
  tab.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
  })
  return documents
}

/** A page whose scripts are held back until released. */
async function openAsleep(
  path: string,
  options: BrowserContextOptions = {},
): Promise<{ tab: Tab; documents: string[]; wake(): Promise<void> }> {
  const tab = await openTab(browser, { baseURL: site.url, ...options })
  const documents = documentsOf(tab)
  const { promise, resolve } = Promise.withResolvers<void>()
  await tab.route(/\/assets\/chunk-\w+\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  await tab.goto(path)
  await tab.waitForFunction(() => document.querySelector('link[rel=modulepreload]') !== null)
  return {
    tab,
    documents,
    async wake() {
      expect(await isAlive(tab)).toBe(false)
      resolve()
      await tab.locator('html[data-hydrated]').waitFor()
    },
  }
}

describe('a page hydrates', () => {
  const signs: [name: string, path: string, sign: (tab: Tab) => Promise<unknown>][] = [
    ['a key', '/', (tab) => tab.keyboard.press('Tab')],
    ['a touch', '/about/', (tab) => tab.mouse.click(300, 300)],
    ['pointing at a link', '/', (tab) => tab.locator('header a').first().hover()],
    [
      'coming to a form',
      '/',
      (tab) => tab.evaluate(() => document.querySelector('#waitlist')?.scrollIntoView({ behavior: 'instant' })),
    ],
  ]
  for (const [name, path, sign] of signs) {
    test(`on ${name}`, async () => {
      const tab = await openTab(browser, { baseURL: site.url })
      await tab.goto(path)
      await tab.waitForFunction(() => document.querySelector('link[rel=modulepreload]') !== null)
      await tab.waitForTimeout(200)
      expect(await isAlive(tab)).toBe(false)
      await sign(tab)
      await tab.locator('html[data-hydrated]').waitFor({ timeout: 5000 })
      await tab.context().close()
    })
  }

  test('on touching a link', async () => {
    const tab = await openTab(browser, { baseURL: site.url, ...phone, hasTouch: true })
    await tab.goto('/about/')
    const link = tab.locator('.site-header > .brand')
    // Prevents the navigation, so that the page can be inspected.
    await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()))
    await link.dispatchEvent('pointerdown', { pointerType: 'touch' })
    await tab.locator('html[data-hydrated]').waitFor()
    await tab.context().close()
  })

  test('by itself after following a link of the site', async () => {
    const { tab, documents } = await openAsleep('/')
    await tab.unrouteAll()
    await tab.evaluate(() => location.assign('/about/'))
    await tab.waitForURL('**/about/')
    await tab.locator('html[data-hydrated]').waitFor({ timeout: 5000 })
    expect(documents).toEqual(['/', '/about/'])
    await tab.context().close()
  })

  test('at once where the stored language is not that of the page', async () => {
    const tab = await openTab(browser, { baseURL: site.url })
    await tab.context().addCookies([{ name: 'industria-language', value: 'en', url: site.url }])
    await tab.addInitScript(() => localStorage.setItem('industria-language', 'es'))
    await tab.goto('/about/')
    await tab.locator('html[lang=es]').waitFor({ timeout: 5000 })
    await soon(async () => expect(await tab.evaluate(() => document.cookie)).toContain('industria-language=es'))
    await tab.context().close()
  })

  test('when another tab changes the language', async () => {
    const { tab, wake } = await openAsleep('/about/')
    const other = await tab.context().newPage()
    await other.goto('/robots.txt')
    await other.evaluate(() => localStorage.setItem('industria-language', 'es'))
    await wake()
    await tab.locator('html[lang=es]').waitFor()
    await tab.context().close()
  })

  test('not because it is looked at or a script loads, but when it has been idle for long', async () => {
    expect(await lying).toEqual({ wasAlive: false, complaints: [] })
  })
})

describe('a visit by links', () => {
  const inHeader = (name: string) => (tab: Tab) => tab.locator('.header-links').getByRole('link', { name })
  const way: [link: (tab: Tab) => Locator, to: RegExp][] = [
    [inHeader('Projects'), /\/projects\/$/],
    [(tab) => tab.locator('main a[href^="/projects/"]').first(), /\/projects\/.+/],
    [inHeader('Blog'), /\/blog\/$/],
    [inHeader('About'), /\/about\/$/],
    [inHeader('Contact'), /\/contact\/$/],
  ]
  const visitors: [name: string, options: BrowserContextOptions, follow: (link: Locator) => Promise<void>][] = [
    ['mouse', {}, (link) => link.click({ delay: 60 })],
    [
      'keyboard',
      {},
      async (link) => {
        await link.page().keyboard.press('Tab')
        await link.focus()
        await link.page().keyboard.press('Enter')
      },
    ],
    ['finger', { hasTouch: true }, (link) => link.tap()],
  ]

  test('loads one document, at most two more, however fast the clicks', async () => {
    const tab = await openTab(browser, { baseURL: site.url })
    const documents = documentsOf(tab)
    await tab.goto('/')
    for (const [link, to] of way) {
      await link(tab).click()
      await tab.waitForURL(to)
    }
    expect(documents.slice(3)).toEqual([])
    await tab.context().close()
  })

  for (const slowness of [1, 4]) {
    for (const [name, options, follow] of visitors) {
      test(`loads one document, at most one more, by ${name}, at 1/${slowness} of the speed`, async () => {
        const tab = await openTab(browser, { baseURL: site.url, ...options })
        const documents = documentsOf(tab)
        const session = await tab.context().newCDPSession(tab)
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
        await tab.goto('/')
        await tab.waitForFunction(() => document.querySelector('link[rel=modulepreload]') !== null)
        const search = tab.locator('header [name=q]')
        for (const [link, to] of way) {
          await follow(link(tab))
          await tab.waitForURL(to)
          await tab.locator('main h1').first().waitFor()
          // A visitor who comes by a link needs no further interaction.
          await tab.locator('html[data-hydrated]').waitFor()
          if (to === way[0]?.[1]) await search.evaluate((box: HTMLInputElement) => void (box.value = 'typed'))
          expect(await search.inputValue()).toBe('typed')
        }
        expect(documents.slice(2)).toEqual([])
        await tab.context().close()
      })
    }
  }
})

describe('text typed into a form', () => {
  const inFooter = (tab: Tab, path: string) => tab.locator(`footer a[href="${path}"]`)

  test('is restored after a link and Back, and after a link and another one, until it is sent', async () => {
    const tab = await openTab(browser, { baseURL: site.url })
    const documents = documentsOf(tab)
    await tab.goto('/contact/')
    await hydrated(tab)
    const field = (name: string) => tab.locator(`main form [name=${name}]`)
    const typed = { name: 'Ada', email: 'ada@example.com', subject: 'Gears', message: 'One\ntwo' }
    for (const [name, value] of Object.entries(typed)) await field(name).fill(value)
    await field('website').evaluate((trap: HTMLInputElement) => void (trap.value = 'spam'))
    await inFooter(tab, '/about/').click()
    await tab.waitForURL('**/about/')
    await tab.locator('main form').waitFor({ state: 'detached' })
    await tab.goBack()
    for (const [name, value] of Object.entries(typed))
      await soon(async () => expect(await field(name).inputValue()).toBe(value))
    await soon(async () => expect(await field('website').inputValue()).toBe(''))

    await inFooter(tab, '/about/').click()
    await tab.waitForURL('**/about/')
    await tab.locator('header').getByRole('link', { name: 'Contact' }).click()
    await tab.waitForURL('**/contact/')
    for (const [name, value] of Object.entries(typed))
      await soon(async () => expect(await field(name).inputValue()).toBe(value))

    await tab.locator('main form button').click()
    await tab.locator('main form').getByText('Message sent').waitFor()
    await inFooter(tab, '/about/').click()
    await tab.waitForURL('**/about/')
    await tab.locator('main form').waitFor({ state: 'detached' })
    await tab.goBack()
    for (const name of Object.keys(typed)) await soon(async () => expect(await field(name).inputValue()).toBe(''))
    expect(documents).toEqual(['/contact/'])
    await tab.context().close()
  })

  test.each([
    ['left', true],
    ['left and returned to', false],
  ])('is forgotten once it is sent, though its page was %s meanwhile', async (_, afterwards) => {
    const tab = await openTab(browser, { baseURL: site.url })
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    await tab.route('**/api/waitlist', async (route) => {
      await left
      await route.continue()
    })
    await tab.goto('/')
    await hydrated(tab)
    const [email, news] = ['email', 'news'].map((name) => tab.locator(`#waitlist [name=${name}]`)) as [Locator, Locator]
    await email.fill('leaves@example.com')
    await news.check()
    await inFooter(tab, '/about/').click()
    await tab.waitForURL('**/about/')
    await tab.goBack()
    await soon(async () => expect(await email.inputValue()).toBe('leaves@example.com'))
    await soon(async () => expect(await news.isChecked()).toBe(true))
    const answered = tab.waitForResponse('**/api/waitlist')
    await email.press('Enter')
    await inFooter(tab, '/about/').click()
    await tab.waitForURL('**/about/')
    // Back before the answer, which clears the form on the screen, or after it.
    if (!afterwards) {
      await tab.goBack()
      await soon(async () => expect(await email.inputValue()).toBe('leaves@example.com'))
    }
    leave()
    await answered
    if (afterwards) await tab.goBack()
    await tab.waitForFunction(() => document.querySelector<HTMLInputElement>('#waitlist [name=email]')?.value === '')
    await soon(async () => expect(await news.isChecked()).toBe(false))
    await tab.context().close()
  })

  test('gives way to the subject in a link', async () => {
    const tab = await openTab(browser, { baseURL: site.url })
    await tab.goto('/contact/')
    await hydrated(tab)
    const field = (name: string) => tab.locator(`main form [name=${name}]`)
    await field('subject').fill('Gears')
    await field('name').fill('Ada')
    await tab.locator('header').getByRole('link', { name: 'Projects' }).click()
    await tab.locator('main a[href^="/projects/"]').first().click()
    await tab.locator('main a[href*="/contact/?subject="]').first().click()
    await tab.waitForURL('**/contact/?subject=*')
    await soon(async () => expect(await field('name').inputValue()).toBe('Ada'))
    await soon(async () =>
      expect(await field('subject').inputValue()).toBe(new URL(tab.url()).searchParams.get('subject') ?? ''),
    )
    await tab.context().close()
  })
})

describe('the metadata in the head', () => {
  /**
   * Title, description, and the links to the canonical URL, the languages and the Markdown form: those of the page as it
   * is, and those that the server sends at its address.
   */
  const heads = (tab: Tab) =>
    tab.evaluate(async () => {
      const parts =
        'title, meta[name=description], meta[property="og:url"], meta[name=robots], link[rel=canonical], link[hreflang]:not([type]), link[type="text/markdown"]'
      const read = ({ head }: Document) =>
        [...head.querySelectorAll(parts)]
          .map((part) => {
            const { rel, hreflang, name, href, content } = part as HTMLLinkElement & HTMLMetaElement
            return [part.tagName, rel, hreflang, name, href || content || part.textContent].join(' ')
          })
          .toSorted()
      const sent = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html')
      return { shown: read(document), sent: read(sent) }
    })
  async function expectAsSent(tab: Tab, path: string) {
    await tab.waitForURL(`**${path}`)
    await soon(async () => {
      const { shown, sent } = await heads(tab)
      expect([path, ...shown]).toEqual([path, ...sent])
    })
  }

  test('is that of each page, however early a link is followed', async () => {
    let stayed = 0
    for (const path of ['/', '/projects/', '/blog/', '/about/', '/contact/', '/legal/']) {
      const next = path === '/blog/' ? '/about/' : '/blog/'
      const tab = await openTab(browser, { baseURL: site.url })
      const documents = documentsOf(tab)
      await tab.goto(path)
      await tab.waitForLoadState('networkidle')
      await tab.evaluate((to) => {
        new MutationObserver(() =>
          document.querySelector<HTMLAnchorElement>(`header a[href="${to}"]`)?.click(),
        ).observe(document.documentElement, { attributeFilter: ['data-hydrated'] })
      }, next)
      await hydrated(tab)
      await expectAsSent(tab, next)
      stayed += documents.length === 1 ? 1 : 0
      await tab.locator('footer a[href="/legal/"]').click()
      await expectAsSent(tab, '/legal/')
      await tab.goBack()
      await expectAsSent(tab, next)
      await tab.locator('header .language-buttons button').click()
      await expectAsSent(tab, `/es${next}`)
      await tab.context().close()
    }
    // On a busy machine a link may be followed without scripts.
    expect(stayed).toBeGreaterThan(0)
  })
})

describe('before hydration', () => {
  test('links work', async () => {
    const { tab, documents } = await openAsleep('/')
    await tab.locator('footer a[href="/legal/"]').click()
    await tab.waitForURL('**/legal/')
    expect(documents).toEqual(['/', '/legal/'])
    await tab.context().close()
  })

  test('a link to anything but a page of the site, in this window, is left to the browser at once', async () => {
    const { tab } = await openAsleep('/')
    const own = await tab.evaluate(() => {
      const reached: string[] = []
      document.addEventListener('click', (event) => {
        reached.push((event.target as Element).id)
        event.preventDefault()
      })
      const click = (id: string, link: Partial<HTMLAnchorElement>, keys: MouseEventInit = {}) => {
        const element = Object.assign(document.createElement('a'), { href: '/about/', ...link, id })
        document.body.append(element)
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
        element.remove()
      }
      click('page', {})
      click('ctrl', {}, { ctrlKey: true })
      click('meta', {}, { metaKey: true })
      click('shift', {}, { shiftKey: true })
      click('alt', {}, { altKey: true })
      click('window', { target: '_blank' })
      click('download', { download: '' })
      click('elsewhere', { href: 'https://elsewhere.example/' })
      click('mail', { href: 'mailto:somebody@example.com' })
      click('feed', { href: '/feed.xml' })
      click('document', { href: '/media/1/prices.pdf' })
      click('place', { href: '#waitlist' })
      return reached.join(' ')
    })
    expect(own).toBe('ctrl meta shift alt window download elsewhere mail feed document place')
    await tab.context().close()
  })

  test('the menu opens without any script, and closes by its button and its links', async () => {
    const tab = await openTab(browser, { baseURL: site.url, ...phone })
    await tab.route('**/assets/*.js', (route) => route.abort())
    await tab.goto('/')
    await tab.getByRole('button', { name: 'Open menu' }).click()
    await tab.getByRole('button', { name: 'Close menu' }).click()
    await tab.getByRole('dialog').waitFor({ state: 'hidden' })
    await tab.getByRole('button', { name: 'Open menu' }).click()
    await tab.getByRole('dialog').getByRole('link', { name: 'About' }).click()
    await tab.waitForURL('**/about/')
    await tab.context().close()
  })

  test('an open menu stays open, and then behaves like a menu', async () => {
    const { tab, wake } = await openAsleep('/', phone)
    await tab.getByRole('button', { name: 'Open menu' }).click()
    const menu = tab.getByRole('dialog')
    await menu.waitFor()
    await wake()
    await tab.waitForTimeout(300)
    expect(await menu.isVisible()).toBe(true)
    // Its foot is loaded by the script.
    await menu.locator('.menu-foot').waitFor()
    await tab.evaluate(() => Object.assign(window, { sameDocument: true }))
    await menu.getByRole('link', { name: 'About' }).click()
    await tab.waitForURL('**/about/')
    await menu.waitFor({ state: 'hidden' })
    expect(await tab.evaluate(() => 'sameDocument' in window)).toBe(true)
    await tab.context().close()
  })

  for (const [how, press] of [
    ['clicks on a tab', (tab: Tab) => tab.getByRole('tab').nth(1).click()],
    [
      'arrow keys on a tab',
      async (tab: Tab) => {
        await tab.getByRole('tab').first().focus()
        await tab.keyboard.press('ArrowRight')
      },
    ],
  ] as const) {
    test(`${how} are replayed`, async () => {
      const { tab, wake } = await openAsleep('/legal/')
      await press(tab)
      await wake()
      await tab.waitForFunction(
        () => document.querySelectorAll('[role=tab]')[1]?.getAttribute('aria-selected') === 'true',
      )
      await soon(async () => expect(await tab.getByRole('tabpanel').count()).toBe(1))
      await tab.context().close()
    })
  }

  test('a click on a tab is replayed though no script was there to see it', async () => {
    const tab = await openTab(browser, { baseURL: site.url })
    const { promise, resolve } = Promise.withResolvers<void>()
    await tab.route('**/assets/start-*.js', async (route) => {
      await promise
      await route.continue()
    })
    await tab.goto('/legal/', { waitUntil: 'commit' })
    await tab.getByRole('tab').nth(1).click()
    resolve()
    await hydrated(tab)
    await tab.waitForFunction(
      () => document.querySelectorAll('[role=tab]')[1]?.getAttribute('aria-selected') === 'true',
    )
    await tab.context().close()
  })

  test('a form that is submitted twice is sent once, with what was typed, and says so', async () => {
    const { tab, wake } = await openAsleep('/')
    const posts: string[] = []
    tab.on(
      'request',
      (request) =>
        void (request.method() === 'POST' && posts.push(`${new URL(request.url()).pathname} ${request.postData()}`)),
    )
    const form = tab.locator('#waitlist form')
    await form.getByRole('textbox').fill('early@example.com')
    await form.getByRole('button').click()
    await form.getByRole('textbox').press('Enter')
    expect(posts).toEqual([])
    await wake()
    await tab.getByText('You have been added to our waitlist.').first().waitFor()
    await tab.waitForTimeout(500)
    expect(posts).toEqual([expect.stringMatching(/^\/api\/waitlist .*early@example\.com/)])
    const subscribers = (await (await admin.get('/api/waitlist')).json()) as { email: string }[]
    expect(subscribers.filter(({ email }) => email === 'early@example.com').length).toBe(1)
    await tab.context().close()
  })

  test('a form whose script does not load is sent without it, once', async () => {
    const { tab } = await openAsleep('/contact/')
    const form = tab.locator('main form')
    for (const name of ['name', 'subject', 'message']) await form.locator(`[name=${name}]`).fill(`Patience ${name}`)
    await form.locator('[name=email]').fill('patience@example.com')
    await form.getByRole('button', { name: /send/i }).click()
    await tab.locator('main form [role=status]').waitFor()
    const messages = (await (await admin.get('/api/contact')).json()) as { name: string }[]
    expect(messages.filter(({ name }) => name === 'Patience name').length).toBe(1)
    await tab.context().close()
  })

  test('typed text, the cursor in it and the focus stay', async () => {
    const { tab, wake } = await openAsleep('/contact/')
    const message = tab.locator('main form [name=message]')
    await tab.locator('main form [name=email]').fill('ada@example.com')
    await message.click()
    await tab.keyboard.type('One two')
    await tab.keyboard.press('ArrowLeft')
    await wake()
    await tab.keyboard.type('!')
    expect(await message.inputValue()).toBe('One tw!o')
    expect(await tab.locator('main form [name=email]').inputValue()).toBe('ada@example.com')
    await tab.context().close()
  })

  test('changes in a form that was returned with errors stay', async () => {
    const { tab, wake } = await openAsleep('/contact/')
    const form = tab.locator('main form')
    for (const name of ['name', 'subject', 'message']) await form.locator(`[name=${name}]`).fill('First')
    await form.locator('[name=email]').fill('ada@nowhere')
    await form.evaluate((element) => element instanceof HTMLFormElement && element.submit())
    await tab.waitForFunction(() => document.querySelector('main form [role=alert]') !== null)
    await form.locator('[name=message]').fill('Second')
    await form.locator('[name=name]').fill('Second')
    await wake()
    await tab.waitForTimeout(300)
    expect(await form.locator('[name=message]').inputValue()).toBe('Second')
    expect(await form.locator('[name=name]').inputValue()).toBe('Second')
    expect(await form.locator('[name=subject]').inputValue()).toBe('First')
    await tab.context().close()
  })

  test('a chosen language is shown and stored', async () => {
    for (const choose of [
      (tab: Tab) => tab.locator('footer select').selectOption('es'),
      (tab: Tab) => tab.locator('header').getByRole('button', { name: 'Español' }).click(),
    ]) {
      const { tab, wake } = await openAsleep('/about/')
      await choose(tab)
      await wake()
      await tab.locator('html[lang=es]').waitFor()
      await soon(async () => expect(await tab.evaluate(() => localStorage.getItem('industria-language'))).toBe('es'))
      await soon(() => expect(new URL(tab.url()).search).toBe(''))
      await tab.context().close()
    }
  })

  test('Back leads to the previous page, though that was another page of the same document', async () => {
    const tab = await openTab(browser, { baseURL: site.url })
    await tab.goto('/')
    await hydrated(tab)
    await tab.locator('footer a[href="/about/"]').click()
    await tab.waitForURL('**/about/')
    await tab.reload()
    expect(await isAlive(tab)).toBe(false)
    await tab.goBack()
    await tab.locator('#waitlist').waitFor()
    expect(new URL(tab.url()).pathname).toBe('/')
    await tab.context().close()
  })
})

test('the page for an unknown path is not rendered anew when it hydrates, but it is left as any other', async () => {
  const tab = await openTab(browser, { baseURL: site.url })
  const asked: string[] = []
  tab.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await tab.goto('/nowhere/')
  const heading = await tab.locator('h1').elementHandle()
  expect(await heading!.textContent()).toBe('Page Not Found')
  await hydrated(tab)
  await tab.waitForTimeout(500)
  expect(await heading!.evaluate((element) => element.isConnected)).toBe(true)
  expect(asked).not.toContain('/api/pages/nowhere')
  expect(await tab.locator('.site-footer .cells').textContent()).toContain('404')
  await tab.locator('header').getByRole('link', { name: 'Projects' }).click()
  await tab.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  expect(await tab.locator('.site-footer .cells').textContent()).toContain('/projects/')
  await tab.context().close()
})
