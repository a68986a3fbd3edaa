import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { href } from '#i18n/addresses/href'
import { invitationPath } from '#i18n/addresses/admin-paths'
import { pageContents } from '#features/page-contents/table'
import { testPipeline } from '#test/pipeline'

let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(async () => {
  await t.reset()
  t.kept.clear()
  t.access.length = 0
})
afterAll(() => t.close())

const spanish = { cookie: 'industria-language=es' }
const bodyOf = async (answer: Promise<Response>) => (await answer).text()

test('the log has the id of the administrator, wherever a session counts', async () => {
  const cookie = await t.signIn()
  const paths = ['/api/contact', '/admin/dashboard/', '/api/nope', '/blog/']
  for (const path of paths) await t.ask(path, { headers: { cookie } })
  await t.ask('/api/contact')
  expect(t.access.map(({ path, user }) => [path, user])).toEqual([
    ['/api/contact', 1],
    ['/admin/dashboard/', 1],
    ['/api/nope', undefined],
    ['/blog/', undefined],
    ['/api/contact', undefined],
  ])
})

describe('the host', () => {
  test('is checked before anything else', async () => {
    for (const host of [null, 'a b', 'a/blog', 'user@acme.test', 'a, b']) {
      for (const path of ['/', '/healthz/', '/favicon.svg', '/api/blog']) {
        const answer = await t.ask(path, { host })
        expect(`${host} ${path} ${answer.status}`).toBe(`${host} ${path} 400`)
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      }
    }
    expect(await (await t.ask('/api/blog', { host: 'a b' })).json()).toEqual({
      message: 'This request names no valid host',
    })
  })

  test('may be missing in a plain health check, and there alone', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await t.ask(path, { host: null })).status).toBe(200)
      expect((await t.ask(path, { host: 'a b' })).status).toBe(400)
    }
    for (const path of ['/', '/healthz/', '/api/auth/check'])
      expect((await t.ask(path, { host: null })).status).toBe(400)
  })

  test('a malformed one gets nothing from the cache', async () => {
    expect((await t.ask('/blog/')).status).toBe(200)
    expect((await t.ask('/blog/')).status).toBe(200)
    expect((await t.ask('/blog/', { host: 'acme.test, evil.test' })).status).toBe(400)
  })

  test('other than SITE_URL is misdirected (421), except for health checks and loopback names', async () => {
    const own = await testPipeline({ config: { siteUrl: 'https://acme.test' } })
    for (const path of ['/', '/api/blog', '/favicon.svg', '/nope'])
      expect((await own.ask(path, { host: 'evil.test' })).status).toBe(421)
    for (const path of ['/healthz', '/readyz']) expect((await own.ask(path, { host: 'evil.test' })).status).toBe(200)
    for (const host of ['acme.test', 'localhost:3000', '127.0.0.1:3000']) {
      const answer = await own.ask('/', { host })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('<link rel="canonical" href="https://acme.test/"/>')
    }
  })

  test('may be as short as a name in a private network', async () => {
    for (const host of ['a', 'web', '[::]', 'acme.test']) {
      expect(`${host} ${(await t.ask('/api/waitlist', { host })).status}`).toBe(`${host} 401`)
      expect(`${host} ${(await t.ask('/api/logout', { host, method: 'POST' })).status}`).toBe(`${host} 204`)
      expect(`${host} ${(await t.ask('/swagger/json', { host })).status}`).toBe(`${host} 200`)
    }
  })

  test('never appears in a page of another origin', async () => {
    for (let turn = 0; turn < 2; turn++) {
      for (const host of ['acme.test', 'other.test:8080']) {
        for (const path of ['/', '/nope/', '/blog/nope/', '/about/']) {
          const html = await bodyOf(t.ask(path, { host }))
          expect(html).toContain(`"origin":"http://${host}"`)
          expect(html).not.toContain(host === 'acme.test' ? 'other.test' : 'acme.test')
        }
      }
    }
  })

  test('beyond the first few has no cache entries of its own, and gets the shared page with its own name', async () => {
    const hosted = await testPipeline()
    await hosted.publish('hello')
    const paths = [
      '/',
      '/es/blog/',
      '/blog/hello/',
      '/nope/',
      '/blog/nope/',
      '/sitemap.xml',
      '/blog/feed.xml',
      '/robots.txt',
    ]
    for (const path of paths) {
      const texts = new Set<string>()
      for (let host = 1; host < 10; host++) {
        const name = host % 2 ? `h${host}.test` : `h${host}.test:808${host}`
        const text = await bodyOf(hosted.ask(path, { host: name }))
        expect(text.includes(name)).toBe(true)
        texts.add(text.replaceAll(name, 'any').replaceAll(encodeURIComponent(name), 'any'))
      }
      expect([path, texts.size]).toEqual([path, 1])
    }
  })

  test('forwarded counts only behind a trusted proxy, and then has pages of its own', async () => {
    const proxied = await testPipeline({ config: { trustProxy: true } })
    const headers = (host: string) => ({ 'x-forwarded-host': host, 'x-forwarded-proto': 'https' })
    for (let turn = 0; turn < 2; turn++) {
      expect(await bodyOf(t.ask('/', { headers: headers('forged.test') }))).not.toContain('forged.test')
      expect(await bodyOf(proxied.ask('/', { headers: headers('one.test') }))).toContain('href="https://one.test/"')
      expect(await bodyOf(proxied.ask('/', { headers: headers('two.test') }))).toContain('href="https://two.test/"')
    }
  })
})

describe('addresses', () => {
  test('without the trailing slash redirect to the one with it, query included', async () => {
    for (const [path, to] of [
      ['/blog', '/blog/'],
      ['/blog/a-post?utm_source=x', '/blog/a-post/?utm_source=x'],
      ['/nope', '/nope/'],
      ['/admin', '/admin/'],
      ['/es', '/es/'],
      ['/es?x=1', '/es/?x=1'],
      ['/es/blog/a-post', '/es/blog/a-post/'],
    ] as const) {
      const answer = await t.ask(path)
      expect(answer.status).toBe(308)
      expect(answer.headers.get('location')).toBe(to)
    }
  })

  test('cannot lead to another site', async () => {
    for (const path of [
      '//evil.test',
      '//evil.test/',
      '///evil.test',
      '/\\evil.test',
      '//evil.test?lang=es',
      '/es//evil.test',
      '/es//evil.test?lang=en',
      '/es//evil.test/?lang=en',
      '/%2f/evil.test',
      '//evil.test/..',
      '/.//evil.test',
    ]) {
      const answer = await t.ask(path)
      const location = answer.headers.get('location')
      expect(new URL(location ?? '/', 'http://acme.test').host).toBe('acme.test')
      expect(location ?? '').not.toMatch(/^\/[/\\]/)
      expect(await answer.text()).not.toMatch(/(action|href|src)="\/[/\\]/)
    }
  })

  test('that are malformed are not found, and never break anything', async () => {
    for (const path of [
      '/%zz/',
      '/%/',
      '/blog/%E0%A4%A/',
      '/%c0%ae/',
      '/blog/%00/',
      '/a%ffb/',
      '/<script>/',
      `/${'a'.repeat(2000)}/`,
      '/blog/a%2Fb/',
      '/..%2f..%2fetc/passwd/',
      '/assets/../package.json',
    ]) {
      expect(`${path} ${(await t.ask(path)).status}`).toBe(`${path} 404`)
    }
  })

  test('accept no other methods than theirs', async () => {
    for (const [path, method, allow] of [
      ['/', 'PUT', 'GET, HEAD, POST'],
      ['/about/', 'POST', 'GET, HEAD'],
      ['/contact/', 'DELETE', 'GET, HEAD, POST'],
      ['/admin/', 'POST', 'GET, HEAD'],
      ['/healthz', 'POST', 'GET, HEAD'],
    ] as const) {
      const answer = await t.ask(path, { method })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe(allow)
    }
  })
})

describe('pages', () => {
  test('are complete without JavaScript, in the language of the cookie', async () => {
    const english = await bodyOf(t.ask('/blog/'))
    expect(english).toStartWith('<!DOCTYPE html><html lang="en">')
    expect(english).toContain('No blog posts available yet.')
    const html = await bodyOf(t.ask('/blog/', { headers: spanish }))
    expect(html).toContain('<html lang="es">')
    expect(html).not.toContain('No blog posts available yet.')
    expect(await bodyOf(t.ask('/blog/', { headers: { cookie: 'industria-language=fr' } }))).toContain(
      '<html lang="en">',
    )
  })

  test('have no script but the entry and data', async () => {
    const html = await bodyOf(t.ask('/'))
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    expect(scripts).toEqual([
      '<script type="application/ld+json">',
      '<script type="module" async fetchpriority="low" src="/assets/browser.js" data-sheets="/assets/later.css /assets/inner.css /assets/lists.css /assets/article.css /assets/project.css /assets/about.css /assets/search.css /assets/legal.css /assets/blocks.css" data-modules="/assets/library.js /assets/app.js">',
      '<script type="application/json" id="island">',
    ])
    expect(html).not.toMatch(/\sstyle=/)
  })

  test('that are missing are a 404 with a card, whatever the reason', async () => {
    const unknown = await t.ask('/nope/')
    expect(unknown.status).toBe(404)
    const card = await unknown.text()
    expect(card).toContain('Page Not Found')
    expect(card).toContain('Did you forget to add the page to the router?')
    const post = await t.ask('/blog/nope/')
    expect(post.status).toBe(404)
    expect(await post.text()).toContain('The blog post you are looking for does not exist.')
    const project = await t.ask('/projects/nope/', { headers: spanish })
    expect(project.status).toBe(404)
    expect(await project.text()).toContain('<html lang="es">')
  })

  test('of a project with the slug of the list of featured ones do not exist', async () => {
    expect((await t.ask('/api/projects/featured')).status).toBe(200)
    for (const path of ['/projects/featured/', '/projects/%66eatured/']) {
      const answer = await t.ask(path)
      expect(`${path} ${answer.status}`).toBe(`${path} 404`)
      expect(await answer.text()).toContain('The project you are looking for does not exist.')
    }
    expect(await bodyOf(t.ask('/'))).toContain('Featured Projects')
  })

  test('that are missing share one response, without their own address', async () => {
    const html = await bodyOf(t.ask('/one/two/'))
    expect(html).toContain('Page Not Found')
    for (const path of ['/a"b\'c&d<e/', '/a$&b$$c$`d/']) expect(await bodyOf(t.ask(path))).toBe(html)
  })

  test('that are missing have no canonical address and nothing to share, only a title, and noindex', async () => {
    const tags = /<link rel="(?:canonical|alternate)"|(?:property="og|name="twitter):/
    expect(await bodyOf(t.ask('/blog/'))).toMatch(tags)
    for (const path of ['/nope/', '/blog/nope/', '/projects/nope/', '/blog/a/b/']) {
      const html = await bodyOf(t.ask(path))
      expect(html).not.toMatch(tags)
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).toMatch(/<title>[^<]+<\/title>/)
    }
  })

  test('mark the current section, on 404 pages too', async () => {
    expect(await bodyOf(t.ask('/blog/nope/'))).toMatch(/<a aria-current="true" href="\/blog\/"/)
    expect(await bodyOf(t.ask('/nope/'))).not.toContain('aria-current')
  })

  test('ignore queries, and are cached once for all of them', async () => {
    await t.ask('/blog/')
    const before = t.kept.count
    for (let turn = 0; turn < 50; turn++) expect((await t.ask(`/blog/?x=${turn}`)).status).toBe(200)
    expect(t.kept.count).toBe(before)
  })

  test('show a write at once', async () => {
    expect((await t.ask('/blog/first/')).status).toBe(404)
    expect(await bodyOf(t.ask('/blog/'))).toContain('No blog posts available yet.')
    await t.publish('first', 'The first post')
    expect((await t.ask('/blog/first/')).status).toBe(200)
    expect(await bodyOf(t.ask('/blog/'))).toContain('The first post')
    expect(await bodyOf(t.ask('/api/blog'))).toContain('The first post')
  })

  test('with late data are streamed, for one visitor only', async () => {
    await t.services.db.insert(pageContents).values([
      { page: 'home', content: '{}' },
      { page: 'blog', content: '{}' },
    ])
    await t.publish('first', 'The first post')
    await t.ask('/blog/')
    await t.services.cacheTags.touch(['post'])
    const locked = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const lock = t.services.db.transaction(async (tx) => {
      await tx.execute(sql`lock table posts in access exclusive mode`)
      locked.resolve()
      await begun.promise
    })
    await locked.promise
    const answer = await t.ask('/blog/')
    begun.resolve()
    const [, nonce] =
      /script-src 'self' 'nonce-([^']{20,})'/.exec(answer.headers.get('content-security-policy') ?? '') ?? []
    expect(nonce).toBeDefined()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const html = await answer.text()
    expect(html).toContain(`<script nonce="${nonce}">`)
    expect(html).toContain('The first post')
    await lock
    const next = await t.ask('/blog/')
    expect(next.headers.get('etag')).not.toBeNull()
    expect(next.headers.get('content-security-policy')).not.toContain('nonce')
  })

  test('answer HEAD with the headers of GET and nothing else', async () => {
    const get = await t.ask('/about/')
    const head = await t.ask('/about/', { method: 'HEAD' })
    expect([head.status, head.headers.get('etag')]).toEqual([200, get.headers.get('etag')])
  })

  test('are revalidated with a conditional request', async () => {
    const first = await t.ask('/')
    const again = await t.ask('/', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('cache-control')).toBe('no-cache')
    expect(again.headers.get('vary')).toBe('Accept-Encoding, Cookie')
  })

  test('requested by a hundred first visitors are rendered once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => t.ask('/')))
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect(t.access.filter(({ path }) => path === '/')).toHaveLength(100)
  })
})

describe('public data', () => {
  test('is cached, with its version as ETag', async () => {
    await t.publish('first')
    const get = async (headers: Record<string, string> = {}) => t.ask('/api/blog/first', { headers })
    expect((await get()).headers.get('etag')).toBe('"1"')
    expect((await get({ 'accept-encoding': 'gzip' })).headers.get('etag')).toBe('"1"')
    expect((await get({ 'if-none-match': '"1"' })).status).toBe(304)
    expect((await get()).headers.get('cache-control')).toBe('no-cache')
  })

  test('is not cached for unknown queries or slugs without a record', async () => {
    await t.ask('/api/projects')
    const before = t.kept.count
    for (let turn = 0; turn < 20; turn++) {
      expect((await t.ask(`/api/blog/nope-${turn}`)).status).toBe(404)
      await t.ask(`/api/projects?x=${turn}`)
      expect(await bodyOf(t.ask(`/api/blog?limit=24&category=nope-${turn}`))).toBe('[]')
      expect(await bodyOf(t.ask(`/api/blog?limit=24&offset=${turn + 100}`))).toBe('[]')
    }
    expect(t.kept.count).toBe(before)
  })

  test('goes to no shared cache when requested with a session', async () => {
    const cookie = await t.signIn()
    await t.ask('/api/blog')
    for (const headers of [{ cookie }, { cookie, 'if-none-match': '*' }] as Record<string, string>[])
      expect((await t.ask('/api/blog', { headers })).headers.get('cache-control')).toBe('no-store')
    expect((await t.ask('/api/blog')).headers.get('cache-control')).toBe('no-cache')
  })

  test('is compressed for administrators too, and not cached', async () => {
    const cookie = await t.signIn()
    for (let index = 0; index < 10; index++) await t.publish(`long-list-${index}`, 'A title that comes again')
    const plain = await bodyOf(t.ask('/api/blog', { headers: { cookie } }))
    for (const [accept, encoding, decode] of [
      ['gzip, br', 'gzip', Bun.gunzipSync],
      ['gzip, zstd', 'zstd', Bun.zstdDecompressSync],
      ['br', 'br', brotliDecompressSync],
      ['gzip, zstd;q=0.5', 'gzip', Bun.gunzipSync],
      ['identity, gzip;q=0.5', null, undefined],
      ['deflate', null, undefined],
    ] as const) {
      const answer = await t.ask('/api/blog', { headers: { cookie, 'accept-encoding': accept } })
      const bytes = await answer.bytes()
      expect([accept, answer.headers.get('content-encoding'), answer.headers.get('cache-control')]).toEqual([
        accept,
        encoding,
        'no-store',
      ])
      expect(new TextDecoder().decode(decode ? decode(bytes) : bytes)).toBe(plain)
    }
  })
})

describe('the admin', () => {
  test('redirects visitors to the login, which remembers the page', async () => {
    const answer = await t.ask('/admin/blog/?x=1')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/admin/?next=%2Fadmin%2Fblog%2F%3Fx%3D1')
  })

  test('redirects signed-in administrators on, but to no other site', async () => {
    const headers = { cookie: await t.signIn() }
    const to = async (search: string) => (await t.ask(`/admin/${search}`, { headers })).headers.get('location')
    expect(await to('')).toBe('/admin/dashboard/')
    expect(await to('?next=/admin/blog/')).toBe('/admin/blog/')
    for (const next of ['//evil.test', 'https://evil.test', '/admin/../x', '/admin//evil.test', '/\\evil.test'])
      expect(await to(`?next=${encodeURIComponent(next)}`)).toBe('/admin/dashboard/')
    expect((await t.ask('/admin/blog/', { headers })).status).toBe(200)
  })

  test('is not cached and not indexed', async () => {
    for (const path of ['/admin/', '/admin/blog/', '/admin/nope/']) {
      const answer = await t.ask(path)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    }
    expect(await bodyOf(t.ask('/admin/'))).toContain('<meta name="robots" content="noindex"/>')
  })

  test('opens an invitation for the holder of its link, which is not logged', async () => {
    const path = href(invitationPath, { token: 'A'.repeat(43) })
    const answer = await t.ask(path)
    expect([answer.status, answer.headers.get('x-robots-tag'), answer.headers.get('cache-control')]).toEqual([
      200,
      'noindex',
      'no-store',
    ])
    expect(JSON.stringify(t.access)).not.toContain('AAAA')
  })

  test('does not reveal its addresses to visitors, and shows administrators a 404 in its own layout', async () => {
    const headers = { cookie: await t.signIn() }
    for (const path of ['/admin/nope/', '/admin/blog/first/', '/admin/%zz/', '/admin//']) {
      const stranger = await t.ask(path)
      expect([path, stranger.status, stranger.headers.get('location')]).toEqual([
        path,
        303,
        `/admin/?next=${encodeURIComponent(path)}`,
      ])
      const answer = await t.ask(path, { headers })
      expect([path, answer.status, answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual([
        path,
        404,
        'no-store',
        'noindex',
      ])
      expect(await answer.text()).toBe(await bodyOf(t.ask('/admin/blog/', { headers })))
    }
    const unslashed = await t.ask('/admin')
    expect([unslashed.status, unslashed.headers.get('location')]).toEqual([308, '/admin/'])
  })
})

describe('files', () => {
  test('are those of the manifest', async () => {
    const answer = await t.ask('/favicon.svg')
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('etag')]).toEqual([
      200,
      'image/svg+xml',
      '"abc"',
    ])
    expect((await t.ask('/favicon.svg', { headers: { 'if-none-match': '"abc"' } })).status).toBe(304)
    expect(
      (await t.ask('/favicon.svg', { headers: { 'if-modified-since': 'Fri, 02 Jan 2026 00:00:00 GMT' } })).status,
    ).toBe(304)
    expect((await t.ask('/favicon.svg', { method: 'HEAD' })).status).toBe(200)
    for (const path of [
      '/package.json',
      '/assets/%2e%2e/package.json',
      '/assets/..%2fpackage.json',
      '//favicon.svg',
      '/FAVICON.svg',
    ])
      expect((await t.ask(path)).status).toBe(404)
  })

  test('with a hash in their name are immutable', async () => {
    const answer = await t.ask('/assets/browser.js', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.headers.get('etag')).toBe('"def-gzip"')
  })

  test('are sent in the available encoding with the highest weight', async () => {
    for (const [accept, encoding] of [
      ['br, gzip;q=0.1', 'gzip'],
      ['identity, gzip;q=0.5', null],
      ['*;q=0', null],
    ] as const) {
      const answer = await t.ask('/assets/browser.js', { headers: { 'accept-encoding': accept } })
      expect([accept, answer.headers.get('content-encoding')]).toEqual([accept, encoding])
    }
  })
})

describe('the documentation of the API', () => {
  test.each(['/swagger/json', '/swagger/assets/swagger-ui-bundle.js'])(
    'is compressed (%s) by the weights of the client',
    async (path) => {
      const plain = await bodyOf(t.ask(path))
      const packed = await t.ask(path, { headers: { 'accept-encoding': 'gzip' } })
      expect(new TextDecoder().decode(Bun.gunzipSync(await packed.bytes()))).toBe(plain)
      for (const [accept, encoding] of [
        ['gzip;q=0.5, zstd;q=0.9', 'zstd'],
        ['gzip;q=1.0, zstd;q=0.1, br;q=0.1', 'gzip'],
        ['gzip;q=0', null],
        ['identity, gzip;q=0.5', null],
      ] as const) {
        const { headers } = await t.ask(path, { headers: { 'accept-encoding': accept } })
        expect([accept, headers.get('content-encoding')]).toEqual([accept, encoding])
        expect(headers.get('vary')).toContain('Accept-Encoding')
      }
    },
  )

  test('is loaded once and then revalidated', async () => {
    for (const path of ['/swagger', '/swagger/json', '/swagger/assets/start.js']) {
      const { headers } = await t.ask(path)
      expect(headers.get('cache-control')).toBe('no-cache')
      const again = await t.ask(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
      expect([path, again.status]).toEqual([path, 304])
    }
  })

  test('has its 404 in the language of the visitor, and accepts no writes', async () => {
    const cookie = 'industria-language=es'
    expect(await bodyOf(t.ask('/swagger/nope', { headers: { cookie } }))).not.toBe(await bodyOf(t.ask('/swagger/nope')))
    expect((await t.ask('/swagger/nope')).status).toBe(404)
    expect((await t.ask('/swagger/json', { method: 'POST' })).status).toBe(405)
  })
})

describe('every answer', () => {
  test('has the security headers and an access line in the log', async () => {
    const cookie = await t.signIn()
    const asked: [string, Parameters<typeof t.ask>[1]?][] = [
      ['/'],
      ['/'],
      ['/nope/'],
      ['/blog'],
      ['/favicon.svg'],
      ['/assets/browser.js'],
      ['/api/blog'],
      ['/api/blog'],
      ['/api/nope'],
      ['/api/waitlist'],
      ['/swagger'],
      ['/swagger/json'],
      ['/healthz'],
      ['/readyz'],
      ['/admin/'],
      ['/admin/blog/'],
      ['/admin/blog/', { headers: { cookie } }],
      ['/?lang=es'],
      ['/', { method: 'PUT' }],
      ['/', { host: null }],
      ['/', { method: 'POST' }],
      ['/api/login', { method: 'POST', body: '{' }],
    ]
    for (const [path, how] of asked) {
      const { headers, status } = await t.ask(path, how)
      const policy = headers.get('content-security-policy') ?? ''
      expect(`${path} ${policy}`).toContain(`${path} default-src 'none'; `)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(t.access.at(-1)).toMatchObject({ path: path.replace(/\?.*/, ''), status })
    }
    expect(t.access).toHaveLength(asked.length)
  })

  test('has HSTS where the site uses https', async () => {
    const own = await testPipeline({ config: { siteUrl: 'https://acme.test' } })
    for (const path of ['/', '/api/blog', '/favicon.svg', '/nope/']) {
      const { headers } = await own.ask(path)
      expect(headers.get('strict-transport-security')).toStartWith('max-age=63072000')
      expect(headers.get('content-security-policy')).not.toContain('http:')
    }
  })
})

describe('an address', () => {
  test('that is too long for any page is refused before anything is rendered or stored', async () => {
    for (const [path, status] of [
      [`/${'a'.repeat(2046)}/`, 404],
      [`/${'a'.repeat(2047)}/`, 414],
      [`/api/${'a'.repeat(2047)}`, 414],
      [`/search/?q=${'%F0%9F%98%80'.repeat(200)}`, 200],
      [`/?q=${'a'.repeat(12_284)}`, 200],
      [`/?q=${'a'.repeat(12_285)}`, 414],
    ] as const) {
      const answer = await t.ask(path)
      expect([path.slice(0, 20), path.length, answer.status]).toEqual([path.slice(0, 20), path.length, status])
      if (status !== 414) continue
      expect(await answer.text()).toContain('The address is too long')
      expect(answer.headers.get('content-type')).toContain(path.startsWith('/api/') ? 'json' : 'html')
    }
    expect(Math.max(...t.access.map(({ path }) => path.length))).toBeLessThan(600)
  })

  test('that does not exist is not cached, however often it is requested', async () => {
    for (const path of ['/nope/', '/blog/nope/', '/blog/?page=999']) await t.ask(path)
    const before = t.kept.count
    for (let turn = 0; turn < 30; turn++)
      for (const path of [`/nope-${turn}/`, `/nope-${turn}/`, `/blog/nope-${turn}/`])
        expect((await t.ask(path)).status).toBe(404)
    expect(t.kept.count).toBe(before)
  })

  test('that does not exist is counted, except one that does or that may be a secret link', async () => {
    t.services.notFoundHits.take()
    const token = 'Abcdefghij0123456789'
    const secrets = ['/preview/', '/admin/invitation/', '/admin/reset/', '/waitlist/confirm/', '/unsubscribe/']
    const spelt = secrets.flatMap((section) => [
      section,
      section.toUpperCase(),
      section.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      `/es${section}`,
      `/ES${section.toUpperCase()}`,
      `/${section}`,
      `/http://acme.test${section}`,
    ])
    const logged = t.access.length
    for (const section of spelt)
      for (const path of [`${section}${token}/`, `${section}${token}`, `${section}${token}/x/%zz`]) await t.ask(path)
    for (const path of ['/blog/?page=1001', '/blog/?page=none', '/blog/?page=77', '/es/projects/?page=0']) {
      const answer = await t.ask(path)
      expect([path, answer.status]).toEqual([path, 404])
    }
    expect([...t.services.notFoundHits.take().keys()]).toEqual([])
    expect(JSON.stringify(t.access.slice(logged)).toLowerCase()).not.toContain(token.toLowerCase())
    await t.ask('/nope/?page=3')
    await t.ask('/blog/nope/')
    expect([...t.services.notFoundHits.take().keys()]).toEqual(['/nope/', '/blog/nope/'])
  })
})

describe('without the database', () => {
  test('cached responses still work, everything else is a 503 without the cause', async () => {
    await t.ask('/about/')
    await t.ask('/api/projects')
    const refused = Object.assign(new Error('secret host 10.0.0.1'), { code: 'ECONNREFUSED' })
    const select = () => {
      throw refused
    }
    const original = { select: t.services.db.select, execute: t.services.db.execute }
    Object.assign(t.services.db, { select, execute: () => Promise.reject(refused) })
    try {
      expect((await t.ask('/about/')).status).toBe(200)
      expect((await t.ask('/api/projects')).status).toBe(200)
      expect((await t.ask('/nope/')).status).toBe(404)
      expect((await t.ask('/healthz')).status).toBe(200)
      expect((await t.ask('/readyz')).status).toBe(503)
      for (const path of ['/', '/blog/', '/blog/a/', '/admin/', '/api/blog']) {
        const headers = {
          cookie: 'industria-language=es; industria-session=0123456789012345678901234567890123456789012',
        }
        const answer = await t.ask(path, { headers })
        const text = await answer.text()
        expect(`${path} ${answer.status}`).toBe(`${path} 503`)
        expect(answer.headers.get('retry-after')).toBe('1')
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(text).not.toMatch(/secret|10\.0\.0\.1|ECONN|\.ts/)
        if (!path.startsWith('/api')) expect(text).toContain('<html lang="es">')
      }
    } finally {
      Object.assign(t.services.db, original)
    }
    expect((await t.ask('/')).status).toBe(200)
  })
})

test('garbage is collected after some number of requests, cached or not, however short their responses are', async () => {
  const site = await testPipeline()
  const collect = spyOn(Bun, 'gc').mockImplementation(() => 0)
  const collections = async (count: number, ask: (turn: number) => Promise<Response>) => {
    collect.mockClear()
    for (let turn = 0; turn < count; turn++) await ask(turn)
    return collect.mock.calls.length
  }
  try {
    expect(await collections(600, (turn) => site.ask(`/api/blog/lost-${turn}`))).toBeGreaterThanOrEqual(2)
    expect(
      await collections(200, (turn) => site.ask('/api/blog', { method: 'POST', body: `{${turn}` })),
    ).toBeGreaterThanOrEqual(2)
    await site.ask('/api/blog')
    expect(await collections(40_000, () => site.ask('/api/blog'))).toBeGreaterThanOrEqual(2)
  } finally {
    collect.mockRestore()
    await site.close()
  }
})
