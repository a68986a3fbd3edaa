import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, Request } from 'playwright-core'
import { type Client, firstAdministrator } from '../client'
import { postInput } from '../inputs'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, hydrated, launch, type Look, openTab, type Tab, tabsByLook } from './browser'

let browser: Browser
let site: SiteProcess
let tab: Tab
let admin: Client

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
  tab = await openTab(browser, { baseURL: site.url })
  admin = await firstAdministrator(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

const screens = [
  '/',
  '/projects/',
  '/projects/project/',
  '/blog/',
  '/blog/post/',
  '/about/',
  '/contact/',
  '/legal/',
  '/no/such/page/',
]

/** The path of a screen; `project` and `post` are the first ones of the starter content. */
async function pathOf(screen: string): Promise<string> {
  const first = async (path: string) => ((await (await fetch(site.url + path)).json()) as { slug: string }[])[0]?.slug
  if (screen === '/projects/project/') return `/projects/${await first('/api/projects')}/`
  return screen === '/blog/post/' ? `/blog/${await first('/api/blog')}/` : screen
}

/** The names of the fonts in which an element is actually rendered. */
async function fontOf(visit: Tab, selector: string): Promise<string[]> {
  const session = await visit.context().newCDPSession(visit)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.map(({ familyName }) => familyName)
}

describe('every public screen', () => {
  const tabOf = tabsByLook(
    () => site,
    () => browser,
  )
  const looks: Look[] = [
    { language: 'en', colorScheme: 'light', width: 1280 },
    { language: 'es', colorScheme: 'dark', width: 375 },
    { language: 'es', colorScheme: 'light', width: 768 },
    { language: 'en', colorScheme: 'dark', width: 320 },
  ]
  for (const screen of screens) {
    test(`${screen} has no violations in every width, theme and language`, async () => {
      const path = await pathOf(screen)
      for (const look of looks) {
        const { language, colorScheme, width } = look
        const visit = await tabOf(look)
        const apiCalls: string[] = []
        const note = (request: Request) => request.url().includes('/api/') && apiCalls.push(request.url())
        visit.on('request', note)
        const answer = await visit.goto(path)
        await hydrated(visit)
        await visit.waitForLoadState('networkidle')
        const where = `${path} ${language} ${colorScheme} ${width}`
        expect([where, answer?.status()]).toEqual([where, screen === '/no/such/page/' ? 404 : 200])
        expect([where, await visit.locator('html').getAttribute('lang')]).toEqual([where, language])
        expect([where, await visit.locator('h1').count()]).toEqual([where, 1])
        expect([where, ...(await axeViolations(visit))]).toEqual([where])
        expect([where, await visit.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)]).toEqual([
          where,
          true,
        ])
        expect([where, ...apiCalls]).toEqual([where])
        const complaints = visit.complaints.filter((text) => !(screen === '/no/such/page/' && text.includes('404')))
        expect([where, ...complaints]).toEqual([where])
        visit.off('request', note)
      }
    })
  }
})

describe('the font', () => {
  test('is nowhere smaller than 15 pixels', async () => {
    for (const width of [320, 1280]) {
      const visit = await openTab(browser, { baseURL: site.url, viewport: { width, height: 800 } })
      for (const screen of screens) {
        await visit.goto(await pathOf(screen))
        const small = await visit.evaluate(() => {
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          const found: string[] = []
          while (texts.nextNode()) {
            const { parentElement: element, nodeValue } = texts.currentNode
            if (
              !element ||
              !nodeValue?.trim() ||
              !element.checkVisibility() ||
              element.closest('.visually-hidden, script, style')
            )
              continue
            if (Number.parseFloat(getComputedStyle(element).fontSize) < 15) found.push(nodeValue)
          }
          return found
        })
        expect([width, screen, ...small]).toEqual([width, screen])
      }
      await visit.context().close()
    }
  })

  for (const width of [375, 1280]) {
    test(`replaces the fallback font with hardly a layout shift, at ${width} px`, async () => {
      for (const path of ['/', '/es/', '/es/about/', '/es/projects/lease-reader/']) {
        // In the language of the page, so that no other one is offered above it.
        const locale = path.startsWith('/es/') ? 'es-ES' : 'en-US'
        const visit = await openTab(browser, { baseURL: site.url, locale, viewport: { width, height: 812 } })
        await visit.addInitScript(() => {
          const count = (list: PerformanceObserverEntryList) => {
            const { dataset } = document.documentElement
            const shift = list
              .getEntries()
              .reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)
            dataset.shift = String(Number(dataset.shift ?? 0) + shift)
          }
          new PerformanceObserver(count).observe({ type: 'layout-shift', buffered: true })
        })
        const { promise: painted, resolve: paint } = Promise.withResolvers<void>()
        await visit.route('**/archivo.woff2', async (route) => {
          await painted
          await route.continue()
        })
        await visit.goto(path, { waitUntil: 'commit' })
        await visit.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
        paint()
        await visit.waitForFunction(() =>
          document.documentElement.style.getPropertyValue('--font').startsWith('Archivo'),
        )
        await visit.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 100)))
        expect(await visit.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))).toBeLessThan(0.01)
        const spacings = await visit
          .locator('body *')
          .evaluateAll((elements) => [...new Set(elements.map((element) => getComputedStyle(element).wordSpacing))])
        expect(spacings).toEqual(['0px'])
        await visit.context().close()
      }
    })
  }

  test('is the bundled one where no script runs: previews, pages linked from mails, and without JavaScript', async () => {
    const draft = { title: 'Not yet', excerpt: 'Soon', content: '<p>Text</p>', imageUrl: '/images/about-workshop.webp' }
    const made = await admin.write('POST', '/api/previews', { kind: 'post', values: draft, language: 'en' })
    const { url } = (await made.json()) as { url: string }
    for (const [path, javaScriptEnabled] of [
      [new URL(url).pathname, true],
      ['/unsubscribe/unknown/', true],
      ['/about/', false],
    ] as const) {
      const visit = await openTab(browser, {
        baseURL: site.url,
        javaScriptEnabled,
        viewport: { width: 375, height: 812 },
      })
      const font = visit.waitForResponse('**/archivo.woff2')
      await visit.goto(path)
      await font
      expect([path, ...(await fontOf(visit, 'h1'))]).toEqual([path, expect.stringContaining('Archivo')])
      await visit.context().close()
    }
  })

  test('of the legal tabs breaks no word on the smallest screen', async () => {
    for (const language of ['en', 'es']) {
      const visit = await openTab(browser, { baseURL: site.url, viewport: { width: 320, height: 800 } })
      await visit.context().addCookies([{ name: 'industria-language', value: language, url: site.url }])
      await visit.goto('/legal/')
      const lines = await visit.locator('[role=tab]').evaluateAll((tabs) =>
        tabs.flatMap(({ firstChild: text }) => {
          return [...(text?.nodeValue ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
            const range = document.createRange()
            range.setStart(text!, index)
            range.setEnd(text!, index + word.length)
            return range.getClientRects().length
          })
        }),
      )
      expect(lines.length).toBeGreaterThan(4)
      expect([language, ...new Set(lines)]).toEqual([language, 1])
      await visit.context().close()
    }
  })

  test("of a project card's title is clamped to two lines, and complete for screen readers", async () => {
    await tab.goto('/projects/')
    const title = 'measured '.repeat(24).trim()
    const heading = tab.locator('main article h2').first()
    await heading.locator('a').evaluate((link, text) => {
      link.textContent = text
    }, title)
    const { clientHeight, lineHeight } = await heading.evaluate((element) => {
      const style = getComputedStyle(element)
      return {
        clientHeight: element.clientHeight - Number.parseFloat(style.paddingTop),
        lineHeight: Number.parseFloat(style.lineHeight),
      }
    })
    expect(Math.round(clientHeight / lineHeight)).toBe(2)
    expect(await tab.getByRole('link', { name: title }).count()).toBe(1)
  })
})

test('no unused space is left in the layout at 1280 px', async () => {
  const visit = await openTab(browser, { baseURL: site.url, viewport: { width: 1280, height: 900 } })
  const boxOf = async (selector: string) => {
    const box = await visit.locator(selector).boundingBox()
    if (!box) throw new Error(`${selector} is not to be seen`)
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }
  await visit.goto('/')
  const posts = await boxOf('.latest-posts')
  const last = await boxOf('.latest-posts > :last-child .card-picture')
  expect(Math.abs(last.bottom - posts.bottom)).toBeLessThan(2)
  await visit.goto('/projects/')
  expect((await visit.locator('.project-grid > li').count()) % 3).toBe(1)
  const [grid, lone] = [await boxOf('.project-grid'), await boxOf('.project-grid > :last-child')]
  expect([lone.x, lone.right]).toEqual([grid.x, grid.right])
  await visit.goto('/search/?q=school')
  const [field, button] = [await boxOf('.search-form input'), await boxOf('.search-form button')]
  expect([field.y, field.bottom]).toEqual([button.y, button.bottom])
  await visit.goto('/contact/')
  const [details, map] = [await boxOf('.contact-details'), await boxOf('.contact-details > :last-child')]
  const [steps, final] = [await boxOf('.detail:has(.contact-steps)'), await boxOf('.contact-steps > :last-child')]
  expect(details.bottom - map.bottom).toBeLessThan(3)
  expect(steps.bottom - final.bottom).toBeLessThan(40)
  await visit.context().close()
})

test('a post shows title, date and the beginning of its text on the first screen', async () => {
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    const visit = await openTab(browser, { baseURL: site.url, viewport: { width, height } })
    await visit.goto(await pathOf('/blog/post/'))
    const bottomOf = async (selector: string) => {
      const box = await visit.locator(selector).first().boundingBox()
      return box ? box.y + box.height : Number.NaN
    }
    expect((await bottomOf('main time')) - (await bottomOf('h1'))).toBeLessThan(80)
    expect(await bottomOf('main time')).toBeLessThan(await bottomOf('main .article-picture img'))
    // At least a line or two of it.
    expect(await bottomOf('main .article-picture img')).toBeLessThan(height - 100)
    await visit.context().close()
  }
})

test('pictures that fail to load are replaced by placeholders', async () => {
  const visit = await openTab(browser, { baseURL: site.url })
  await visit.route('**/images/**', (route) => route.fulfill({ status: 404 }))
  await visit.goto('/projects/')
  await hydrated(visit)
  await visit.locator('main .skeleton-picture').first().waitFor()
  await visit.waitForFunction(() => document.querySelector('main article img:not([loading=lazy])') === null)
  await visit.context().close()
})

test('what a first page shows fits the first round trip of a new connection', async () => {
  const [firstRoundTrip, headers, dataOfScripts] = [14_600, 900, 2000]
  for (const path of ['/', '/projects/', '/blog/', '/about/', '/contact/']) {
    for (const language of ['en', 'es']) {
      const html = await (
        await fetch(site.url + path, {
          headers: { cookie: `industria-language=${language}`, 'accept-encoding': 'identity' },
        })
      ).text()
      // The data at the end are for scripts, which run later.
      const [shown = ''] = html.split('<script type="application/json"')
      expect(shown.length).toBeLessThan(html.length)
      const [size, whole] = [shown, html].map((text) => brotliCompressSync(text).length)
      expect(size, `${path} ${language}`).toBeLessThan(firstRoundTrip - headers)
      expect(whole, `${path} ${language}`).toBeLessThan(firstRoundTrip - headers + dataOfScripts)
    }
  }
})

describe('hydration', () => {
  test('does not wait for styles of other pages that fail to load', async () => {
    const visit = await openTab(browser, { baseURL: site.url })
    await visit.route('**/assets/{later,inner}-*.css', () => {})
    await visit.goto('/')
    await hydrated(visit)
    await visit.context().close()
  })

  test('reloads the page once where a script failed to load, and then stops', async () => {
    for (const broken of ['the first document', 'every document']) {
      const visit = await openTab(browser, { baseURL: site.url })
      let documents = 0
      visit.on('request', (request) => void (request.isNavigationRequest() && documents++))
      const isBroken = () => broken === 'every document' || documents === 1
      await visit.route(/assets\/chunk-\w+\.js$/, (route) => (isBroken() ? route.abort() : route.continue()))
      await visit.goto('/')
      for (let press = 0; press < 8; press++) {
        await visit.keyboard.press('Shift')
        await visit.waitForTimeout(300)
      }
      if (broken === 'the first document') await hydrated(visit)
      expect([broken, documents]).toEqual([broken, 2])
      await visit.context().close()
    }
  })
})

describe('navigation', () => {
  test('a page looks the same however it is reached', async () => {
    const visit = await openTab(browser, {
      baseURL: site.url,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    })
    const boxes = async () => {
      await visit.evaluate(() => document.fonts.ready)
      return visit.locator('main *').evaluateAll((elements) =>
        elements.map((element) => {
          const { x, width, height } = element.getBoundingClientRect()
          return `${element.tagName} ${Math.round(x)} ${Math.round(width)} ${Math.round(height)} ${getComputedStyle(element).color}`
        }),
      )
    }
    for (const [from, to] of [
      ['/', '/about/'],
      ['/contact/', '/'],
      ['/', '/blog/'],
    ] as const) {
      await visit.goto(to)
      await hydrated(visit)
      await visit.waitForLoadState('networkidle')
      const loaded = await boxes()
      await visit.goto(from)
      await hydrated(visit)
      await visit.locator(`footer a[href="${to}"]`).first().click()
      await visit.waitForURL(`**${to}`)
      expect(loaded.length).toBeGreaterThan(20)
      await visit.waitForFunction((count) => document.querySelectorAll('main *').length === count, loaded.length)
      await visit.waitForLoadState('networkidle')
      await soon(async () => expect(await boxes(), `${from} to ${to}`).toEqual(loaded))
    }
    await visit.context().close()
  })

  test('a link is followed without loading a document, changes title and focus, and Back restores the scroll', async () => {
    await tab.goto('/')
    await hydrated(tab)
    await tab.evaluate(() => Object.assign(window, { sameDocument: true }))
    const link = tab.locator('main a[href="/blog/"]').last()
    await link.scrollIntoViewIfNeeded()
    const scrolled = await tab.evaluate(() => window.scrollY)
    expect(scrolled).toBeGreaterThan(300)
    await link.click()
    await tab.waitForURL('**/blog/')
    await tab.waitForFunction(
      () => document.activeElement?.tagName === 'H1' || document.activeElement?.tagName === 'MAIN',
    )
    await soon(async () =>
      expect(await tab.evaluate(() => [window.scrollY, 'sameDocument' in window])).toEqual([0, true]),
    )
    await soon(async () => expect(await tab.title()).toMatch(/blog/i))
    await tab.goBack()
    await tab.waitForFunction((y) => Math.abs(window.scrollY - y) < 50, scrolled)
  })

  test('the menu of small screens keeps the focus, closes on Escape and on a click of a link', async () => {
    const phone = await openTab(browser, { baseURL: site.url, viewport: { width: 375, height: 700 } })
    await phone.goto('/')
    await hydrated(phone)
    const opener = phone.getByRole('button', { name: 'Open menu' })
    await opener.click()
    const menu = phone.getByRole('dialog')
    await menu.waitFor()
    for (let press = 0; press < 12; press++) await phone.keyboard.press('Tab')
    expect(
      await phone.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true)
    await phone.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    await opener.click()
    await menu.getByRole('link', { name: 'About' }).click()
    await phone.waitForURL('**/about/')
    await menu.waitFor({ state: 'hidden' })
    expect(phone.complaints).toEqual([])
    await phone.context().close()
  })

  test('an unknown address shows the not-found card, also inside the site', async () => {
    const answer = await tab.goto('/no/such/page/')
    expect(answer?.status()).toBe(404)
    await tab.getByText('Page Not Found').waitFor()
    await tab.getByText('Did you forget to add the page to the router?').waitFor()
    expect((await tab.goto('/blog/no-such-post/'))?.status()).toBe(404)
    await tab.getByText('Blog post not found').waitFor()
    expect((await tab.goto('/projects/no-such-project/'))?.status()).toBe(404)
    await tab.getByText('The project you are looking for does not exist.').waitFor()
  })

  test('unusual addresses hydrate as the server rendered them', async () => {
    for (const path of [
      '/%zz/',
      '/blog/%E0%A4%A/',
      '/blog/a%2Fb/',
      '/blog//',
      '/BLOG/',
      '/blog/caf%C3%A9%20100%25/',
      '/about/?x=%zz#%zz',
    ]) {
      const visit = await openTab(browser, { baseURL: site.url })
      await visit.goto(path)
      await hydrated(visit)
      await visit.waitForLoadState('networkidle')
      expect([path, ...visit.complaints.filter((text) => !text.includes('404'))]).toEqual([path])
      await visit.locator('header a[href="/projects/"]').first().click()
      await visit.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
      await visit.context().close()
    }
  })
})

describe('language', () => {
  test('a choice is stored at once, shown at once, and rendered by the server from then on', async () => {
    const visit = await openTab(browser, { baseURL: site.url })
    await visit.goto('/blog/?from=letter')
    await hydrated(visit)
    await soon(async () => expect(await visit.evaluate(() => localStorage.getItem('industria-language'))).toBe('en'))
    await visit.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
    const selector = visit.locator('footer select')
    await selector.focus()
    await selector.scrollIntoViewIfNeeded()
    await visit.waitForFunction(() => scrollY > 100)
    const top = await visit.evaluate(() => scrollY)
    expect(top).toBeGreaterThan(100)
    await selector.selectOption('es')
    await visit.locator('html[lang=es][data-same-page]').waitFor()
    await visit.waitForURL('**/es/blog/?from=letter')
    await soon(async () => expect(await visit.evaluate(() => localStorage.getItem('industria-language'))).toBe('es'))
    await soon(async () => expect(await visit.evaluate(() => scrollY)).toBeGreaterThan(top / 2))
    await soon(async () => expect(await visit.evaluate(() => document.activeElement?.id)).toBe('language'))
    const html = await (await visit.request.get('/blog/')).text()
    expect(html).toContain('<html lang="es"')
    await visit.reload()
    await hydrated(visit)
    expect(await visit.locator('html').getAttribute('lang')).toBe('es')
    expect(visit.complaints).toEqual([])
    await visit.context().close()
  })

  test('a Spanish address stores nothing, its links stay in Spanish, and English is a link out of them', async () => {
    const visit = await openTab(browser, { baseURL: site.url })
    await visit.goto('/es/')
    await hydrated(visit)
    const stored = () => visit.evaluate(() => [localStorage.getItem('industria-language'), document.cookie])
    expect(await stored()).toEqual([null, ''])
    await visit.locator('header').getByRole('link', { name: 'Blog' }).first().click()
    await visit.waitForURL('**/es/blog/')
    await visit.locator('main .card-title a').first().click()
    await visit.waitForURL('**/es/blog/*/')
    await soon(async () => expect(await visit.locator('html').getAttribute('lang')).toBe('es'))
    expect(await stored()).toEqual([null, ''])
    await visit.locator('header').getByRole('button', { name: 'EN: English' }).click()
    await visit.waitForURL((url) => url.pathname.startsWith('/blog/'))
    await visit.locator('html[lang=en]').waitFor()
    await soon(async () => expect((await stored())[0]).toBe('en'))
    await visit.goBack()
    await visit.waitForURL('**/es/blog/')
    await visit.locator('html[lang=es]').waitFor()
    expect(visit.complaints).toEqual([])
    await visit.context().close()
  })

  test('an invalid stored value becomes en', async () => {
    const visit = await openTab(browser, { baseURL: site.url })
    await visit.addInitScript(
      () => localStorage.getItem('industria-language') ?? localStorage.setItem('industria-language', 'fr'),
    )
    await visit.goto('/')
    await visit.waitForFunction(() => localStorage.getItem('industria-language') === 'en')
    await visit.context().close()
  })
})

test('the font size stays when a wide window becomes small', async () => {
  const visit = await openTab(browser, { baseURL: site.url, viewport: { width: 1280, height: 800 } })
  await visit.goto('/about/')
  await hydrated(visit)
  for (const width of [1280, 600, 375, 1280]) {
    await visit.setViewportSize({ width, height: 800 })
    await visit.waitForTimeout(300)
    expect([width, ...(await fontOf(visit, 'h1'))]).toEqual([width, expect.stringContaining('Archivo')])
  }
  await visit.context().close()
})

describe.each([
  ['/', '.waitlist-form'],
  ['/contact/', '.message-form'],
])('the form of %s', (path, selector) => {
  const sent = async (width: number, status: number) => {
    const visit = await openTab(browser, { baseURL: site.url, viewport: { width, height: 800 } })
    await visit.route(/\/api\/(waitlist|contact)$/, (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ message: 'Long '.repeat(status === 201 ? 40 : 8) }),
      }),
    )
    await visit.goto(path)
    await hydrated(visit)
    const form = visit.locator(selector)
    for (const box of await form.getByRole('textbox').all())
      await box.fill((await box.getAttribute('type')) === 'email' ? 'ada@example.com' : 'Words')
    await form.getByRole('button').evaluate((button) => button.scrollIntoView({ block: 'end' }))
    await form.getByRole('textbox').first().press('Enter')
    return visit
  }

  test.each([375, 1280])(
    'is not covered by the toast of an error, sent from the end of a window of %p px',
    async (width) => {
      const visit = await sent(width, 500)
      await visit.locator('.toast[data-state=open]').waitFor()
      await visit.waitForFunction((wanted) => {
        const box = (what: string) => document.querySelector(what)?.getBoundingClientRect()
        const [toast, button, line] = ['.toast', `${wanted} .button`, `${wanted} .form-message`].map(box)
        // While the window still scrolls, the focused field may be under the toast, which then goes to the top.
        const isClear =
          toast && button && (button.bottom <= toast.top || button.right <= toast.left || toast.bottom <= button.top)
        return isClear && !line && button.top >= 0
      }, selector)
      await visit.context().close()
    },
  )

  test.each([375, 1280])(
    'says once that it was sent, in view and without a toast, in a window of %p px',
    async (width) => {
      const visit = await sent(width, 201)
      await visit.waitForFunction((wanted) => {
        const line = document.querySelector(`${wanted} .form-message`)?.getBoundingClientRect()
        return line && line.height > 0 && line.top >= 0 && line.bottom <= window.innerHeight
      }, selector)
      expect(await visit.locator('.toast').count()).toBe(0)
      await visit.context().close()
    },
  )
})

describe('the waitlist', () => {
  test('a dismissed toast returns the focus', async () => {
    await tab.goto('/')
    await hydrated(tab)
    await tab.route('**/api/waitlist', (route) => route.fulfill({ status: 500, body: '' }))
    await tab.locator('#waitlist input[type=email]').fill('focus@example.com')
    await tab.keyboard.press('Enter')
    await tab.locator('.toast').waitFor()
    await tab.unroute('**/api/waitlist')
    await tab.keyboard.press('F8')
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Escape')
    await tab.waitForFunction(() => document.activeElement?.matches('#waitlist input[type=email]'))
  })

  test('refuses an invalid address, subscribes, says so, and clears the field', async () => {
    await tab.goto('/')
    await hydrated(tab)
    const form = tab.locator('#waitlist form')
    const email = form.getByRole('textbox')
    await email.fill('nobody@nowhere')
    await form.getByRole('button', { name: 'Join Waitlist' }).click()
    await form.getByText('Please enter a valid email address').waitFor()
    expect(await email.inputValue()).toBe('nobody@nowhere')
    await email.fill('usuario@español.es')
    await form.getByRole('button', { name: 'Join Waitlist' }).click()
    await tab.getByText('You have been added to our waitlist.').first().waitFor()
    await soon(async () => expect(await email.inputValue()).toBe(''))
  })

  test('a failure keeps the address and shows the error', async () => {
    const visit = await openTab(browser, { baseURL: site.url })
    await visit.route('**/api/waitlist', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"The sky fell"}' }),
    )
    await visit.goto('/')
    await hydrated(visit)
    const form = visit.locator('#waitlist form')
    await form.getByRole('textbox').fill('ada@example.com')
    await form.getByRole('button', { name: 'Join Waitlist' }).click()
    await visit.getByText('Something went wrong.').first().waitFor()
    await visit.getByText('500: The sky fell').first().waitFor()
    expect(await form.getByRole('textbox').inputValue()).toBe('ada@example.com')
    await visit.context().close()
  })
})

describe('the contact form', () => {
  test('sends, thanks and is cleared', async () => {
    await tab.goto('/contact/')
    await hydrated(tab)
    const form = tab.locator('main form')
    await form.locator('[name=name]').fill('Ada <b>Lovelace</b>')
    await form.locator('[name=email]').fill('ada@example.com')
    await form.locator('[name=subject]').fill('A question')
    await form.locator('[name=message]').fill('Line one\nLine two')
    expect(await form.locator('[name=message]').getAttribute('rows')).toBe('6')
    await form.getByRole('button', { name: /send/i }).click()
    await tab.getByText("We've received your message and will get back to you soon!").first().waitFor()
    await soon(async () => expect(await form.locator('[name=message]').inputValue()).toBe(''))
    await form.getByText('Message sent').waitFor()
    await form.locator('[name=name]').fill('Grace')
    await soon(async () => expect(await form.getByText('Message sent').count()).toBe(0))
  })
})

describe('without JavaScript', () => {
  test('every screen can be read and the forms work, in the language of the visitor', async () => {
    const plain = await openTab(browser, { baseURL: site.url, javaScriptEnabled: false })
    await plain.context().addCookies([{ name: 'industria-language', value: 'es', url: site.url }])
    for (const screen of screens) {
      await plain.goto(await pathOf(screen))
      expect((await plain.locator('main').innerText()).length).toBeGreaterThan(20)
    }
    await plain.goto('/')
    await plain.locator('#waitlist form [name=email]').fill('ada@nowhere')
    await plain
      .locator('#waitlist form')
      .evaluate((form: HTMLFormElement) => {
        form.noValidate = true
      })
      .catch(() => {})
    await plain.locator('#waitlist form button').click()
    await plain.locator('#waitlist form [role=alert]').first().waitFor()
    expect(await plain.locator('#waitlist form [name=email]').inputValue()).toBe('ada@nowhere')
    await plain.locator('#waitlist form [name=email]').fill('ada-sin-script@example.com')
    await plain.locator('#waitlist form button').click()
    await plain.locator('#waitlist [role=status]').waitFor()
    await plain.goto('/about/')
    await plain.locator('header').getByRole('button', { name: 'EN: English' }).click()
    await plain.locator('html[lang=en]').waitFor()
    expect(new URL(plain.url()).pathname).toBe('/about/')
    await plain.goto('/blog/?from=letter')
    await plain.locator('header').getByRole('button', { name: 'ES: Español' }).click()
    await plain.waitForURL('**/es/blog/?from=letter')
    await plain.context().close()
  })
})

test('every fragment link has a target, without scripts, in both languages', async () => {
  const plain = await openTab(browser, { baseURL: site.url, javaScriptEnabled: false })
  const links = new Set<string>()
  for (const start of ['', '/es']) {
    for (const screen of screens) {
      await plain.goto(start + (await pathOf(screen)))
      for (const link of await plain.locator('a[href*="#"]').all())
        links.add(new URL((await link.getAttribute('href')) ?? '', plain.url()).href)
    }
    for (const part of ['legal/#cookies', '#waitlist', 'contact/#message']) links.add(`${site.url}${start}/${part}`)
  }
  const lost: string[] = []
  for (const link of links) {
    const { hash, href } = new URL(link)
    if (plain.url().split('#')[0] !== href.split('#')[0]) await plain.goto(href)
    if ((await plain.locator(`[id="${decodeURIComponent(hash.slice(1))}"]`).count()) !== 1) lost.push(link)
  }
  expect(links.size).toBeGreaterThan(20)
  expect(lost).toEqual([])
  await plain.context().close()
})

describe('legal', () => {
  /** The visible panels and the selected tabs, in order. */
  const seen = (visit: Tab) =>
    visit.evaluate(() => ({
      panels: [...document.querySelectorAll('[role=tabpanel]')].flatMap((panel, at) =>
        panel.checkVisibility() ? [at] : [],
      ),
      tabs: [...document.querySelectorAll('[role=tab]')].flatMap((one, at) =>
        getComputedStyle(one).boxShadow === 'none' ? [] : [at],
      ),
    }))

  for (const [path, at] of [
    ['/legal/', 0],
    ['/legal/#cookies', 2],
    ['/es/legal/#cookies', 2],
    ['/es/legal/#terms-of-service', 1],
    ['/es/legal/#condiciones-del-servicio', 1],
  ] as const) {
    test(`${path} shows its section from the first paint on, and after hydration`, async () => {
      const visit = await openTab(browser, { baseURL: site.url, viewport: { width: 375, height: 700 } })
      const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
      await visit.route(/\/assets\/chunk-\w+\.js$/, async (route) => {
        await mayCome
        await route.continue()
      })
      await visit.goto(path)
      expect(await seen(visit)).toEqual({ panels: [at], tabs: [at] })
      letCome()
      if (at === 0) await hydrated(visit)
      // The tab named by the URL is selected for assistive technology without interaction.
      await visit.waitForFunction(
        (place) => document.querySelectorAll('[role=tab]')[place]?.getAttribute('aria-selected') === 'true',
        at,
      )
      await soon(async () => expect(await seen(visit)).toEqual({ panels: [at], tabs: [at] }))
      // Another tab, and the target of the skip link.
      await visit.getByRole('tab').nth(3).click()
      await visit.locator('[role=tab][aria-selected=true]').last().waitFor()
      await soon(async () => expect(await seen(visit)).toEqual({ panels: [3], tabs: [3] }))
      await visit.evaluate(() => location.assign('#main'))
      await soon(async () => expect(await seen(visit)).toEqual({ panels: [3], tabs: [3] }))
      await visit.context().close()
    })
  }

  test('a link from another page opens its section, also inside the site', async () => {
    const visit = await openTab(browser, { baseURL: site.url })
    await visit.goto('/about/')
    await hydrated(visit)
    await visit.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/legal/#cookies', textContent: 'Our cookies' })
      document.querySelector('main .prose')?.prepend(link)
    })
    await visit.getByRole('link', { name: 'Our cookies' }).click()
    await visit.waitForURL('**/legal/#cookies')
    await visit.locator('#cookies').waitFor()
    await soon(async () => expect(await seen(visit)).toEqual({ panels: [2], tabs: [2] }))
    await visit.context().close()
  })

  test('without scripts all sections can be read', async () => {
    const plain = await openTab(browser, { baseURL: site.url, javaScriptEnabled: false })
    await plain.goto('/es/legal/#cookies')
    for (const panel of await plain.getByRole('tabpanel').all()) expect(await panel.isVisible()).toBe(true)
    const top = () => plain.locator('#cookies').evaluate((panel) => panel.getBoundingClientRect().top)
    while ((await top()) >= 300) await plain.waitForTimeout(50)
    await plain.context().close()
  })

  test('the sections are tabs navigated by arrow keys', async () => {
    await tab.goto('/legal/')
    await hydrated(tab)
    const tabs = tab.getByRole('tab')
    expect(await tabs.count()).toBeGreaterThan(1)
    await tabs.first().focus()
    await tab.keyboard.press('ArrowRight')
    await tab.waitForFunction(
      () => document.querySelectorAll('[role=tab]')[1]?.getAttribute('aria-selected') === 'true',
    )
    await tab.keyboard.press('Home')
    await tab.waitForFunction(
      () => document.querySelectorAll('[role=tab]')[0]?.getAttribute('aria-selected') === 'true',
    )
  })
})

test('the next page of a list has the focus on its heading and is announced, also while it is loading', async () => {
  for (let day = 1; day <= 24; day++) {
    const publishedAt = new Date(Date.UTC(2001, 0, day)).toISOString()
    const post = postInput({ title: `Old ${day}`, publishedAt })
    expect((await admin.write('POST', '/api/blog', post, { origin: site.url })).status).toBe(201)
  }
  const visit = await openTab(browser, { baseURL: site.url })
  await visit.goto('/blog/')
  await hydrated(visit)
  await visit.evaluate(() => Object.assign(window, { sameDocument: true }))
  const isArrived = () => {
    const { activeElement } = document
    return activeElement?.tagName === 'H1' && document.contains(activeElement) && window.scrollY === 0
  }
  const held = Promise.withResolvers<void>()
  await visit.route('**/api/blog?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await visit.getByRole('link', { name: 'Next page' }).click()
  await visit.waitForURL('**/blog/?page=2')
  await visit.getByText('Loading blog posts').waitFor({ state: 'attached' })
  await visit.waitForFunction(isArrived)
  held.resolve()
  await visit.getByRole('link', { name: 'Old 1', exact: true }).waitFor()
  expect(await visit.evaluate(isArrived)).toBe(true)
  await visit.locator('[aria-live=polite]', { hasText: /^Page loaded: .*blog/i }).waitFor({ state: 'attached' })
  await visit.goBack()
  await visit.getByRole('link', { name: 'Next page' }).waitFor()
  await visit.waitForFunction(() => window.scrollY > 300 && document.activeElement?.tagName === 'H1')
  expect(await visit.evaluate(() => 'sameDocument' in window)).toBe(true)
  await visit.context().close()
})
