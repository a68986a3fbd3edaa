import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { SiteText } from '#features/settings/texts/contract'
import { byLanguage } from '#i18n/by-language'
import { setOwnTexts } from '#i18n/translate'
import { testPipeline } from '#test/pipeline'
import { collectContent, replaceContent } from '#test/site-content'
import { textsIn } from '#test/content/texts-in'

type Refused = { issues: { path: string; message: string }[] }

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(async () => {
  await t.reset()
  await t.services.cacheTags.touch('all')
  cookie = await t.signIn()
})
// Interface texts are global in a process.
afterEach(() => setOwnTexts(byLanguage(() => ({}))))
afterAll(() => t.close())

async function put(body: object) {
  const headers = { cookie, origin: 'http://acme.test', 'content-type': 'application/json' }
  const answer = await t.ask('/api/site/texts', { method: 'PUT', headers, body: JSON.stringify(body) })
  return { status: answer.status, json: (await answer.json()) as SiteText[] & Refused }
}
const list = async (q = '') =>
  (await (await t.ask(`/api/site/texts?q=${encodeURIComponent(q)}`, { headers: { cookie } })).json()) as SiteText[]
const page = async (path: string) => (await t.ask(path)).text()
const island = (html: string) =>
  JSON.parse(/<script type="application\/json" id="island">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as {
    texts?: Record<string, Record<string, unknown>>
  }

describe('/api/site/texts', () => {
  test('lists every text of the public screens, and searches them in either language', async () => {
    const all = await list()
    expect(all.length).toBeGreaterThan(100)
    expect(all.find(({ key }) => key === 'nav.skip')).toEqual({
      key: 'nav.skip',
      group: 'nav',
      defaults: textsIn('Skip to content', { es: 'Saltar al contenido' }),
      values: textsIn(null, { es: null }),
    })
    expect((await list('saltár CONTENIDO')).map(({ key }) => key)).toEqual(['nav.skip'])
    expect(await list('no text says this')).toEqual([])
    expect((await t.ask('/api/site/texts')).status).toBe(401)
  })

  test('replaces one, and resets it', async () => {
    const { status, json } = await put({
      'nav.skip': textsIn('To the text', { es: 'Al texto' }),
      'nav.menu': { es: 'Ver menú' },
    })
    expect(status).toBe(200)
    expect(json.map(({ key, values }) => [key, values])).toEqual([
      ['nav.menu', textsIn(null, { es: 'Ver menú' })],
      ['nav.skip', textsIn('To the text', { es: 'Al texto' })],
    ])
    expect((await list('to the text')).map(({ key }) => key)).toContain('nav.skip')
    await put({ 'nav.skip': { en: null }, 'nav.menu': null })
    const own = (await list()).filter(({ values }) => values.en !== null || values.es !== null)
    expect(own.map(({ key, values }) => [key, values])).toEqual([['nav.skip', textsIn(null, { es: 'Al texto' })]])
  })

  test('refuses each invalid one by its key, and stores nothing then', async () => {
    const wrong: Record<string, object> = {
      'nav.nothing': { 'nav.nothing': { en: 'a' } },
      'nav.skip.en': { 'nav.skip': { en: 'a'.repeat(501) } },
      'nav.skip.es': { 'nav.skip': { es: 'Hola {name}' } },
      'nav.skip.fr': { 'nav.skip': { fr: 'a' } },
      'footer.newTab.en': { 'footer.newTab': { en: 'in a new tab' } },
      'footer.newTab.es': { 'footer.newTab': { es: '{nombre} {name}' } },
      'nav.menu.en': { 'nav.menu': { en: '{count, plural, one {#}' } },
      // A plural without a form for two, and an unknown format.
      'blog.readingTime.en': { 'blog.readingTime': { en: '{count, plural, one {# minute}}' } },
      'blog.readingTime.es': { 'blog.readingTime': { es: '{count, plurral, one {#} other {#}}' } },
    }
    for (const [path, body] of Object.entries(wrong)) {
      const { status, json } = await put({ 'nav.close': { en: 'Kept by nobody' }, ...body })
      expect([path, status, json.issues?.map((issue) => issue.path)]).toEqual([path, 422, [path]])
    }
    expect((await list('kept by nobody')).length).toBe(0)
    expect((await put({ 'footer.newTab': { en: 'New tab: {name}' } })).status).toBe(200)
  })

  test('is in archives', async () => {
    await put({ 'nav.skip': { en: 'To the text' } })
    const content = await collectContent(t.services.db)
    await t.reset()
    await replaceContent(t.services, content)
    await t.services.cacheTags.touch('all')
    expect(await page('/about/')).toContain('To the text')
  })
})

describe('a custom text', () => {
  test('replaces the default, on cached pages too, and after hydration', async () => {
    await page('/about/')
    expect(island(await page('/about/')).texts).toBeUndefined()
    await put({
      'nav.skip': textsIn('To the <b>text</b>', { es: 'Al texto' }),
      'footer.newTab': { en: 'New tab: {name}' },
    })
    for (const path of ['/', '/about/', '/nowhere/', '/search/?q=nothing']) {
      const html = await page(path)
      expect([path, html.includes('To the &lt;b&gt;text&lt;/b&gt;'), html.includes('Skip to content')]).toEqual([
        path,
        true,
        false,
      ])
      expect(html).toContain('aria-label="New tab: GitHub"')
    }
    expect(await page('/es/about/')).toContain('Al texto')
    expect(island(await page('/about/')).texts).toEqual({
      en: { 'nav.skip': ['To the <b>text</b>'], 'footer.newTab': ['New tab: ', ['name']] },
      es: { 'nav.skip': ['Al texto'] },
    })
    await put({ 'nav.skip': null, 'footer.newTab': null })
    expect(await page('/about/')).toContain('Skip to content')
    expect(island(await page('/about/')).texts).toBeUndefined()
  })

  test('is on the pages that mails link to, and in API responses about a form', async () => {
    await put({ 'mailedPage.faultTitle': { en: 'Too late' }, 'validation.required': { en: '{field}, please' } })
    expect(await page('/waitlist/confirm/nothing/')).toContain('<h1>Too late</h1>')
    const contact = await t.ask('/api/contact', {
      method: 'POST',
      headers: { origin: 'http://acme.test', 'content-type': 'application/json' },
      body: JSON.stringify({ name: ' ', email: 'a@acme.test', subject: 'a', message: 'a' }),
    })
    expect([contact.status, await contact.json()]).toEqual([
      422,
      expect.objectContaining({ message: 'Name, please' }) as unknown,
    ])
  })

  test('is in forms without scripts too', async () => {
    await put({ 'validation.email': { en: 'That is no address' } })
    const html = await (
      await t.ask('/', {
        method: 'POST',
        headers: { origin: 'http://acme.test', 'content-type': 'application/x-www-form-urlencoded' },
        body: 'email=nobody',
      })
    ).text()
    expect(html).toContain('That is no address')
  })
})
