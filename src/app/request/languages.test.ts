import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { addInvitation } from '#auth/people/invitations'
import { system } from '#platform/events/events'
import { testPipeline } from '#test/pipeline'
import { postInput } from '#test/inputs'

let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const english = { cookie: 'industria-language=en' }
const spanish = { cookie: 'industria-language=es' }

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await t.ask(path, { headers })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

const pages = ['/', '/projects/', '/blog/', '/about/', '/contact/', '/legal/']

describe('Spanish addresses', () => {
  test('are always Spanish, whatever the preference, and store nothing', async () => {
    for (const page of pages) {
      const asked = [{}, english, spanish]
      const answers = await Promise.all(asked.map((headers) => read(`/es${page}`, headers)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(new Set(answers.map(({ html }) => html)).size).toBe(1)
      expect(answers[0]?.html).toStartWith('<!DOCTYPE html><html lang="es">')
      expect(answers[0]?.headers.get('content-language')).toBe('es')
      expect(answers[0]?.headers.getSetCookie()).toEqual([])
    }
  })

  test('link to Spanish addresses alone; the others follow the preference and link to their own kind', async () => {
    await t.publish('a-post')
    for (const page of [...pages, '/blog/a-post/']) {
      const pinned = linksOf((await read(`/es${page}`)).html)
      expect(pinned.length).toBeGreaterThan(8)
      expect(pinned.filter((link) => !link.startsWith('/es/'))).toEqual([])
      const preferred = await read(page, spanish)
      expect(preferred.html).toStartWith('<!DOCTYPE html><html lang="es">')
      expect(linksOf(preferred.html)).toEqual(pinned.map((link) => link.slice('/es'.length)))
    }
  })

  test('are the targets of links in stored texts', async () => {
    const content =
      '<p><a href="/about/?a=1&amp;b=2#team">us</a> <a title="x>y" href="/blog/a-post">it</a> <a href="/es/contact/">here</a> <a href="/images/plan.pdf">plan</a> <a href="/swagger">api</a> <a href="https://other.test/about/">them</a> <a href="//other.test/about/">them</a></p>'
    await t.publish('linking', 'Linking', { content })
    const body = async (path: string) =>
      /<div[^>]* class="prose[^>]*>(.*?)<\/div>/s.exec((await read(path)).html)?.[1] ?? ''
    const of = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
    const rest = ['/es/contact/', '/images/plan.pdf', '/swagger', 'https://other.test/about/', '//other.test/about/']
    const written = of(await body('/blog/linking/'))
    expect(written.slice(0, 3)).toEqual(['/about/?a=1&amp;b=2#team', '/blog/a-post', '/es/contact/'])
    expect(of(await body('/es/blog/linking/'))).toEqual([
      '/es/about/?a=1&amp;b=2#team',
      '/es/blog/a-post',
      ...rest.slice(0, written.length - 2),
    ])
  })

  test('start with /es/ once, in lower case; nothing but pages is under them', async () => {
    for (const path of [
      '/es/es/',
      '/es/es',
      '/ES/',
      '/Es/blog/',
      '/es/BLOG/',
      '/es//blog/',
      '/es/admin/',
      '/es/admin',
      '/es/admin/dashboard/',
      '/es/api/blog',
      '/es/api/blog/',
      '/es/api/',
      '/es/swagger',
      '/es/preview/x/',
      '/es/sitemap.xml',
      '/es/robots.txt',
      '/es/nope/',
      '/es/blog/nope/',
    ]) {
      const { status, html } = await read(path)
      expect(`${path} ${status}`).toBe(`${path} 404`)
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).not.toMatch(/rel="(?:canonical|alternate)"/)
      if (path.startsWith('/es/')) expect(html).toStartWith('<!DOCTYPE html><html lang="es">')
    }
    expect((await t.ask('/es/api/contact', { method: 'POST' })).status).toBe(404)
  })

  test('have links to both languages on a 404 page', async () => {
    const { html } = await read('/es/blog/a/b/')
    expect(html).toContain('<form class="language-form" method="get">')
    expect(html).toMatch(/<a aria-current="true" href="\/es\/blog\/"/)
  })

  test('accept forms without JavaScript, and answer in Spanish', async () => {
    const { html } = await read('/es/contact/')
    expect(html).toContain('action="/es/contact/#message"')
    expect((await read('/es/')).html).toContain('action="/es/#waitlist"')
    const send = (path: string, fields: Record<string, string>) =>
      t.ask(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://acme.test', ...english },
      })
    const joined = await send('/es/', { email: 'ada@example.com' })
    expect([joined.status, joined.headers.get('content-language')]).toEqual([200, 'es'])
    const text = await joined.text()
    expect(text).toStartWith('<!DOCTYPE html><html lang="es">')
    expect(text).toContain('Le hemos añadido a nuestra lista de espera.')
    const refused = await send('/es/contact/', { name: 'Ada', email: 'nobody', subject: 'x', message: 'y' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('action="/es/contact/#message"')
    expect((await send('/es/about/', {})).status).toBe(405)
  })

  test('are answered from the cache, with and without a preference', async () => {
    const first = await t.ask('/es/blog/')
    const count = t.kept.count
    for (const headers of [{}, english, spanish, {}]) {
      const again = await t.ask('/es/blog/', { headers })
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    }
    expect(t.kept.count).toBe(count)
  })

  test('get their API errors in Spanish', async () => {
    const ask = async (referer: string) =>
      (
        await t.ask('/api/waitlist', {
          method: 'POST',
          body: '{}',
          headers: { ...english, referer, origin: 'http://acme.test', 'content-type': 'application/json' },
        })
      ).text()
    const inSpanish = await ask('http://acme.test/es/blog/')
    expect(inSpanish).toContain('Introduzca una dirección de correo válida')
    expect(inSpanish).not.toEqual(await ask('http://acme.test/blog/'))
    expect(await ask('nonsense')).toEqual(await ask('http://acme.test/blog/'))
  })
})

describe('a record with a Spanish slug', () => {
  const names = { translations: { es: { title: 'Lámparas', slug: 'lamparas' } } }
  const where = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: told } = await read(path, headers)
    return [status, told.get('location')]
  }

  test('is found in each language by its slug there, and redirected from the other', async () => {
    await t.publish('lamps', 'Lamps', names)
    for (const headers of [{}, english, spanish]) {
      expect(await where('/blog/lamps/', headers)).toEqual([200, null])
      expect(await where('/es/blog/lamparas/', headers)).toEqual([200, null])
      expect(await where('/blog/lamparas/?a=b&c', headers)).toEqual([301, '/blog/lamps/?a=b&c'])
      expect(await where('/es/blog/lamps/?a=b', headers)).toEqual([301, '/es/blog/lamparas/?a=b'])
      expect(await where('/es/blog/lamps/', headers)).toEqual([301, '/es/blog/lamparas/'])
    }
  })

  test('is linked, listed and in the sitemap with it', async () => {
    await t.publish('lamps', 'Lamps', names)
    expect((await read('/es/blog/')).html).toContain('href="/es/blog/lamparas/"')
    expect((await read('/blog/', spanish)).html).toContain('href="/blog/lamps/"')
    const alternates = {
      en: 'http://acme.test/blog/lamps/',
      es: 'http://acme.test/es/blog/lamparas/',
      'x-default': 'http://acme.test/blog/lamps/',
    }
    const shown = await Promise.all([read('/blog/lamps/'), read('/es/blog/lamparas/'), read('/blog/lamps/', spanish)])
    expect(shown.map(({ html }) => headOf(html))).toMatchObject([
      { canonical: alternates.en, alternates },
      { canonical: alternates.es, alternates },
      { canonical: alternates.es, alternates },
    ])
    const sitemap = await (await t.ask('/sitemap.xml')).text()
    expect(sitemap).toContain('<loc>http://acme.test/es/blog/lamparas/</loc>')
    expect(sitemap).not.toContain('/es/blog/lamps/')
  })

  test('keeps redirecting old addresses in both languages when it is renamed', async () => {
    const cookie = await t.signIn()
    const save = (method: string, path: string, body: object) =>
      t.ask(path, {
        method,
        body: JSON.stringify(body),
        headers: { cookie, origin: 'http://acme.test', 'content-type': 'application/json' },
      })
    const called = (slug: string, inSpanish: string) =>
      postInput({ slug, translations: { es: { title: 'Lámparas', slug: inSpanish } } })
    const { id } = (await (await save('POST', '/api/blog', called('lamps', 'lamparas'))).json()) as { id: number }
    expect((await save('PUT', `/api/blog/${id}`, called('lights', 'luces'))).status).toBe(200)
    expect(await where('/blog/lamps/?a=b')).toEqual([301, '/blog/lights/?a=b'])
    expect(await where('/es/blog/lamparas/?a=b')).toEqual([301, '/es/blog/luces/?a=b'])
    await save('PUT', `/api/blog/${id}`, called('lights', ''))
    expect(await where('/es/blog/luces/')).toEqual([301, '/es/blog/lights/'])
    expect(await where('/es/blog/lamparas/')).toEqual([301, '/es/blog/lights/'])
    expect(await where('/es/blog/lights/')).toEqual([200, null])
    await save('PUT', `/api/blog/${id}`, called('luces', 'lights'))
    expect(await where('/blog/luces/')).toEqual([200, null])
    expect(await where('/blog/lights/')).toEqual([301, '/blog/luces/'])
    expect(await where('/es/blog/luces/')).toEqual([301, '/es/blog/lights/'])
    expect(await where('/es/blog/lights/')).toEqual([200, null])
  })
})

describe('search engines get', () => {
  test('the English and the Spanish address of every page, wherever each is shown', async () => {
    await t.publish('both', 'Both', { translations: { es: { title: 'Ambos' } } })
    for (const page of [...pages, '/blog/both/']) {
      const shown = [
        { path: page, headers: {}, canonical: page, locale: 'en_US' },
        { path: page, headers: spanish, canonical: `/es${page}`, locale: 'es_ES' },
        { path: `/es${page}`, headers: {}, canonical: `/es${page}`, locale: 'es_ES' },
        { path: `/es${page}`, headers: english, canonical: `/es${page}`, locale: 'es_ES' },
      ]
      for (const { path, headers, canonical, locale } of shown) {
        const { html } = await read(path, headers)
        expect(headOf(html)).toEqual({
          canonical: `http://acme.test${canonical}`,
          url: `http://acme.test${canonical}`,
          alternates: {
            en: `http://acme.test${page}`,
            es: `http://acme.test/es${page}`,
            'x-default': `http://acme.test${page}`,
          },
          locales: [locale, locale === 'en_US' ? 'es_ES' : 'en_US'],
        })
      }
    }
  })

  test('English alone for a record without a Spanish title, whatever else is there', async () => {
    const translations = { es: { title: '', excerpt: 'Sobre lámparas', content: '<p>Lámparas</p>' } }
    await t.publish('lamps', 'Lamps', { content: '<p>On lamps</p>', translations })
    const canonical = 'http://acme.test/blog/lamps/'
    const known = { canonical, url: canonical, locales: ['en_US'] }
    const original = await read('/blog/lamps/')
    expect(headOf(original.html)).toEqual({ ...known, alternates: { en: canonical, 'x-default': canonical } })
    expect(original.html).not.toContain('lang="en">Lamps')
    for (const { html } of [await read('/es/blog/lamps/'), await read('/blog/lamps/', spanish)]) {
      expect(headOf(html)).toEqual({ ...known, alternates: {} })
      expect(html).toContain('<h1 lang="en">Lamps</h1>')
      expect(html).toMatch(/<div lang="en" class="prose[^"]*"><p>On lamps<\/p>/)
    }
    expect((await read('/es/blog/')).html).toMatch(/<a [^>]*href="\/es\/blog\/lamps\/" lang="en">Lamps</)
  })

  test('the canonical address that an editor typed, in its language', async () => {
    const elsewhere = 'https://elsewhere.test/a'
    await t.publish('here', 'Here', {
      metadata: { canonical: elsewhere },
      translations: { es: { title: 'Aquí' } },
    })
    await t.publish('there', 'There', { translations: { es: { title: 'Allí', metadata: { canonical: elsewhere } } } })
    const heads = async (slug: string) =>
      (await Promise.all([read(`/blog/${slug}/`), read(`/es/blog/${slug}/`)])).map(({ html }) => headOf(html))
    expect(await heads('here')).toMatchObject([
      { canonical: elsewhere, url: elsewhere, alternates: {} },
      { canonical: 'http://acme.test/es/blog/here/', alternates: { es: 'http://acme.test/es/blog/here/' } },
    ])
    expect(await heads('there')).toMatchObject([
      { canonical: 'http://acme.test/blog/there/', alternates: { en: 'http://acme.test/blog/there/' } },
      { canonical: elsewhere, alternates: {} },
    ])
  })
})

describe('the admin', () => {
  const accepting = (languages: string, cookie = '') => ({ 'accept-language': languages, cookie })
  const langOf = async (path: string, headers: Record<string, string>) =>
    /<html lang="(\w+)"/.exec((await read(path, headers)).html)?.[1]

  test('begins in the language of the browser, until one is chosen', async () => {
    expect(await langOf('/admin/', accepting('es-MX,es;q=0.9,en;q=0.8'))).toBe('es')
    expect(await langOf('/admin/', accepting('fr, es;q=0.5, en;q=0.9'))).toBe('en')
    expect(await langOf('/admin/', accepting('es;q=0, fr'))).toBe('en')
    expect(await langOf('/admin/', accepting('es', 'industria-language=en'))).toBe('en')
    expect(await langOf('/admin/', {})).toBe('en')
    expect((await read('/admin/', accepting('es'))).headers.getSetCookie()).toEqual([])
  })

  test('answers in it, too; public pages stay the same for everybody', async () => {
    const body = JSON.stringify({ username: 'ada', password: 'wrong' })
    const login = async (referer: string) => {
      const headers = { origin: 'http://acme.test', 'content-type': 'application/json', referer, ...accepting('es') }
      return ((await (await t.ask('/api/login', { method: 'POST', headers, body })).json()) as { message: string })
        .message
    }
    expect(await login('http://acme.test/admin/')).toBe('Nombre de usuario o contraseña incorrectos')
    expect(await login('http://acme.test/')).toBe('Invalid username or password')
    const asked = [{}, accepting('es'), accepting('en')]
    expect(new Set(await Promise.all(asked.map(async (headers) => (await read('/', headers)).html))).size).toBe(1)
  })

  test('shows an invitation in its language, as if it had been chosen', async () => {
    await addInvitation(t.services.db, { token: 'x'.repeat(43), email: null, language: 'es', actor: system })
    const path = `/admin/invitation/${'x'.repeat(43)}/`
    expect(await langOf(path, accepting('en'))).toBe('es')
    expect((await read(path)).headers.getSetCookie()[0]).toStartWith('industria-language=es; ')
    expect(await langOf(`/admin/invitation/${'y'.repeat(43)}/`, accepting('en'))).toBe('en')
    const session = await t.signIn()
    const own = await read(path, accepting('en', session))
    expect([own.html.slice(0, 31), own.headers.getSetCookie()]).toEqual(['<!DOCTYPE html><html lang="en">', []])
  })
})

describe('choosing a language without JavaScript', () => {
  test('is stored and redirects to its address of the same page', async () => {
    for (const [path, to] of [
      ['/blog/?lang=es&page=2', '/es/blog/?page=2'],
      ['/es/blog/?lang=en&page=2', '/blog/?page=2'],
      ['/es/?lang=en', '/'],
      ['/?lang=es', '/es/'],
      ['/es/?lang=es', '/es/'],
      ['/about?lang=es', '/es/about/'],
      ['/nope/?lang=es', '/es/nope/'],
      ['/admin/?lang=es', '/admin/'],
    ] as const) {
      const answer = await t.ask(path)
      expect(answer.status).toBe(303)
      expect(`${path} ${answer.headers.get('location')}`).toBe(`${path} ${to}`)
    }
    expect((await t.ask('/blog/?lang=es')).headers.getSetCookie()).toEqual([
      'industria-language=es; Path=/; Max-Age=31536000; SameSite=Lax',
      'industria-language-chosen=1; Path=/; Max-Age=30; SameSite=Lax',
    ])
    expect((await t.ask('/blog/?lang=fr')).status).toBe(200)
  })

  test('keeps the query of the page with the form', async () => {
    const to = async (referer: string, path = '/search/?lang=es') =>
      (await t.ask(path, { headers: { referer } })).headers.get('location')
    expect(await to('http://acme.test/search/?q=a%26b&lang=en')).toBe('/es/search/?q=a%26b')
    expect(await to('http://acme.test/search/?q=a', '/search/?lang=es&q=b')).toBe('/es/search/?q=b')
    for (const page of ['http://acme.test/blog/?q=a', 'http://evil.test/search/?q=a', 'nonsense', ''])
      expect(await to(page)).toBe('/es/search/')
  })
})

function headOf(html: string) {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, ...groups]) => groups)
  return {
    canonical: all(/<link rel="canonical" href="([^"]*)"/g).join(),
    url: all(/<meta property="og:url" content="([^"]*)"/g).join(),
    alternates: Object.fromEntries(all(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/g)),
    locales: all(/<meta property="og:locale(?::alternate)?" content="([^"]*)"/g).flat(),
  }
}

const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, address]) => address ?? '')
