import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import type { SiteAnswer } from '#features/site-settings/contract'
import { untilNextMoment } from '#features/site-settings/store'
import { testLibrary, type TestLibrary } from '#test/library'
import { collectContent, replaceContent } from '#test/site-content'
import { until } from '#test/waiting'
import { textsIn } from '#test/content/texts-in'

let site: TestLibrary
beforeAll(async () => {
  site = await testLibrary()
})
beforeEach(async () => {
  await site.startAfresh()
  await site.t.services.cacheTags.touch('all')
})
afterAll(() => site.close())

type Refused = { message: string; issues: { path: string; message: string }[] }

async function put(body: object, headers: Record<string, string> = {}) {
  const answer = await site.write('PUT', '/api/site', body, headers)
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as SiteAnswer & Refused }
}
async function read(cookie?: string) {
  const answer = await site.t.ask('/api/site', { headers: cookie === undefined ? {} : { cookie } })
  return { headers: answer.headers, json: (await answer.json()) as SiteAnswer }
}
const page = async (path: string) => (await site.t.ask(path)).text()
const entry = (label: string, href: string, children: object[] = []) => ({
  label: textsIn(label, { es: '' }),
  href,
  children,
})
const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

describe('/api/site', () => {
  test('returns the defaults until others are stored, and can be reset to them', async () => {
    const { json } = await read()
    expect([json.version, json.name, json.logo, json.announcement]).toEqual([0, 'Industria AI', null, null])
    expect(json.copyright.en).toBe('© {year} Industria AI. All rights reserved.')
    expect(json.social.map(({ kind }) => kind)).toEqual(['github', 'linkedin'])
    expect(json.navigation.map(({ href }) => href)).toEqual(['/projects/', '/blog/', '/about/', '/contact/'])
    const changed = await put({ name: 'Quoin', footer: { en: 'We cut stone.' }, accent: '#ABCDEF' })
    expect([changed.status, changed.json.version, changed.json.name]).toEqual([200, 1, 'Quoin'])
    expect([changed.json.footer, changed.json.accent]).toEqual([textsIn('We cut stone.', { es: '' }), '#abcdef'])
    expect(changed.json.copyright.en).toBe('© {year} Quoin. All rights reserved.')
    const back = await put({ name: null, accent: null })
    expect([back.json.version, back.json.name, back.json.accent]).toEqual([2, 'Industria AI', json.accent])
    expect(back.json.footer.en).toBe('We cut stone.')
  })

  test('needs a session for writes, and the version that was read', async () => {
    const stranger = await site.t.ask('/api/site', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(stranger.status).toBe(401)
    expect((await put({ name: 'One' }, { 'if-match': '"0"' })).headers.get('etag')).toBe('"1"')
    expect((await put({ name: 'Two' }, { 'if-match': '"0"' })).status).toBe(412)
    expect((await read(site.cookie())).headers.get('etag')).toBe('"1"')
    expect((await read()).headers.get('etag')).toStartWith('"1-')
  })

  test('refuses each invalid field by its name, and stores nothing then', async () => {
    const wrong: Record<string, object> = {
      name: { name: '' },
      'footer.fr': { footer: { en: 'a', fr: 'b' } },
      'footer.en': { footer: { en: 'a'.repeat(301) } },
      'copyright.en': { copyright: { en: 'a'.repeat(121) } },
      accent: { accent: 'red' },
      logo: { logo: 4711 },
      'social.0.url': { social: [{ kind: 'email', url: 'https://acme.test' }] },
      'social.1.url': {
        social: [
          { kind: 'x', url: 'https://x.com/a' },
          { kind: 'link', url: '/here/' },
        ],
      },
      'social.0.kind': { social: [{ kind: 'myspace', url: 'https://a.test' }] },
      social: { social: Array.from({ length: 13 }, () => ({ kind: 'x', url: 'https://x.com/a' })) },
      'navigation.0.href': { navigation: [entry('A', '//evil.test')] },
      'navigation.1.href': { navigation: [entry('A', '/blog/'), entry('B', 'javascript:alert(1)')] },
      'navigation.0.children.0.children': {
        navigation: [entry('A', '/blog/', [entry('B', '/about/', [entry('C', '/')])])],
      },
      navigation: { navigation: Array.from({ length: 9 }, () => entry('A', '/')) },
      'announcement.text.en': { announcement: { text: textsIn('', { es: '' }), href: null, from: null, until: null } },
      // Years that databases and JSON cannot represent.
      'announcement.from': { announcement: { text: { en: 'a' }, from: '0001-01-01T00:00:00+14:00' } },
      'announcement.href': { announcement: { text: { en: 'a' }, href: '/a\ud800' } },
      icon: { icon: 2_147_483_648 },
      'social.2.url': {
        social: [
          { kind: 'x', url: 'https://x.com/a' },
          { kind: 'link', url: 'https://a.test' },
          { kind: 'link', url: 'https://a.test/\ud800' },
        ],
      },
      'announcement.until': {
        announcement: { text: textsIn('a', { es: '' }), href: null, from: soon(1000), until: soon(0) },
      },
    }
    for (const [path, body] of Object.entries(wrong)) {
      const { status, json } = await put({ name: 'Stored', ...body })
      expect([path, status, json.issues?.map((issue) => issue.path)]).toEqual([path, 422, [path]])
      expect(json.issues[0]?.message).toMatch(/^\S.* \S/)
    }
    expect((await read()).json.version).toBe(0)
    expect((await put({ name: '😀'.repeat(60) })).status).toBe(200)
    expect((await put({ name: 'a'.repeat(61) })).status).toBe(422)
    expect((await put({ name: '\u200b' })).status).toBe(422)
  })

  test('accepts pictures of the library, and for the icon one that is square and large enough', async () => {
    const drawn = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#c8401c' } })
        .png()
        .toBuffer()
    const wide = await site.upload(await drawn(600, 200), 'wide.png')
    const square = await site.upload(await drawn(512, 512), 'square.png')
    const svg = await site.upload(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h40v20z"/></svg>',
      'a.svg',
    )
    expect((await put({ logo: wide.id, socialPicture: wide.id, icon: square.id })).json.icon).toBe(square.id)
    expect((await put({ icon: svg.id })).status).toBe(200)
    expect((await put({ icon: wide.id })).json.issues.map(({ path }) => path)).toEqual(['icon'])
    await site.write('DELETE', `/api/media/${square.id}?force=true`)
  })

  test('is in archives, and in the activity log', async () => {
    await put({ name: 'Quoin', navigation: [entry('Words', '/blog/')] })
    const { services } = site.t
    const content = await collectContent(services.db)
    await site.t.reset()
    await replaceContent(services, content)
    expect((await read()).json.navigation.map(({ label }) => label.en)).toEqual(['Words'])
  })
})

describe('every page', () => {
  test('shows name, footer, copyright and social links', async () => {
    await page('/blog/')
    await put({
      name: 'Quoin & Sons',
      footer: textsIn('We <b>cut</b> stone.', { es: '' }),
      copyright: textsIn('{year} Quoin', { es: '{year} Quoin (es)' }),
      social: [
        { kind: 'email', url: 'hello@quoin.test' },
        { kind: 'mastodon', url: 'https://stone.social/@quoin' },
      ],
    })
    const year = new Date().getUTCFullYear()
    for (const path of ['/', '/blog/', '/nowhere/', '/search/', '/legal/']) {
      const html = await page(path)
      expect([path, html.includes('Quoin &amp; Sons'), html.includes('We &lt;b&gt;cut&lt;/b&gt; stone.')]).toEqual([
        path,
        true,
        true,
      ])
      expect([path, html.includes(`${year} Quoin`), html.includes('mailto:hello@quoin.test')]).toEqual([
        path,
        true,
        true,
      ])
      expect(html).not.toContain('github.com/industria-ai"')
    }
    const spanish = await page('/es/')
    expect(spanish).toContain(`${year} Quoin (es)`)
    expect(spanish).toContain('<p lang="en">We &lt;b&gt;')
    expect(await page('/blog/feed.xml')).toContain('<generator>Quoin &amp; Sons</generator>')
    expect(await page('/')).toContain('"sameAs":["https://stone.social/@quoin"]')
    // Mastodon verifies a profile by this relation.
    expect(await page('/')).toContain('rel="me noopener noreferrer"')
  })

  test('has the links of the navigation, without pages that are not live', async () => {
    await put({
      navigation: [
        entry('Words', '/blog/', [entry('First', '/blog/first/'), entry('Elsewhere', 'https://acme.test/')]),
        entry('Gone', '/nowhere/', [entry('Below', '/about/')]),
        entry('First', '/blog/first/'),
        entry('Machines', '/swagger'),
      ],
    })
    const labels = async () => (await read()).json.navigation.map(({ label, children }) => [label.en, children.length])
    // Entries of a removed entry's submenu take its place.
    expect(await labels()).toEqual([
      ['Words', 1],
      ['Below', 0],
      ['Machines', 0],
    ])
    expect(await page('/about/')).not.toContain('/blog/first/')
    await site.t.publish('first', 'The first')
    expect(await labels()).toEqual([
      ['Words', 2],
      ['Below', 0],
      ['First', 0],
      ['Machines', 0],
    ])
    expect(await page('/about/')).toContain('href="/blog/first/"')
    expect(await page('/es/about/')).toContain('href="/es/blog/first/"')
    expect((await read(site.cookie())).json.navigation.length).toBe(4)
  })

  test('keeps the language of the page in links with a query, and to pages named like paths of the site', async () => {
    const mediaKit = { title: 'Media kit', slug: 'media-kit', blocks: [] }
    expect((await site.write('POST', '/api/pages', mediaKit)).status).toBe(201)
    await put({
      navigation: [
        entry('Quote', '/contact/?subject=Quote'),
        entry('Press', '/media-kit/'),
        entry('Pinned', '/es/about/?from=menu'),
        entry('Feed', '/blog/feed.xml'),
      ],
    })
    const links = async (path: string) => {
      const [header = ''] = (await page(path)).match(/<header class="site-header".*?<\/nav>/s) ?? []
      return [...header.matchAll(/<li><a[^>]* href="([^"]*)"/g)].map(([, href]) => href)
    }
    expect(await links('/projects/')).toEqual([
      '/contact/?subject=Quote',
      '/media-kit/',
      '/es/about/?from=menu',
      '/blog/feed.xml',
    ])
    expect(await links('/es/projects/')).toEqual([
      '/es/contact/?subject=Quote',
      '/es/media-kit/',
      '/es/about/?from=menu',
      '/blog/feed.xml',
    ])
  })

  test('has a preview with other values as visitors would see it, an announcement before its time', async () => {
    const draft = {
      navigation: [entry('Gone', '/nowhere/', [entry('Below', '/about/')])],
      announcement: { text: textsIn('Soon', { es: '' }), from: soon(60_000) },
    }
    const body = { kind: 'site-settings', language: 'en', draft }
    const { html } = (await (await site.write('POST', '/api/preview', body)).json()) as { html: string }
    expect([html.includes('>Soon<'), html.includes('>Below<'), html.includes('>Gone<')]).toEqual([true, true, false])
  })

  test('has a preview of values that are still being typed, without unfinished entries and invalid values', async () => {
    await put({ accent: '#0a7d55' })
    const blank = entry('', '')
    const draft = {
      name: 'Quoin',
      accent: '#0a',
      navigation: [entry('Words', '/blog/', [entry('Us', '/about/'), blank]), blank],
      social: [{ kind: 'link', url: '' }],
      announcement: { text: textsIn('Soon', { es: '' }), href: 'a title' },
    }
    const answer = await site.write('POST', '/api/preview', { kind: 'site-settings', language: 'en', draft })
    expect(answer.status).toBe(200)
    const { html } = (await answer.json()) as { html: string }
    for (const shown of ['>Quoin<', '>Words<', '>Us<']) expect(html).toContain(shown)
    expect(html).not.toContain('>Soon<')
  })

  test('opens submenus without scripts, and includes their styles only then', async () => {
    const styles = async () => (await page('/about/')).includes('submenu.css')
    expect(await styles()).toBe(false)
    await put({ navigation: [entry('Words', '/blog/', [entry('Us', '/about/')])] })
    expect(await styles()).toBe(true)
    expect(await page('/about/')).toContain('<details class="submenu" name="header"><summary>Words</summary>')
  })

  test('is rendered again when the year of its copyright line is over', async () => {
    const { db } = site.t.services
    const left = Date.UTC(new Date().getUTCFullYear() + 1, 0) - Date.now()
    expect(await untilNextMoment(db)).toBeWithin(left - 60_000, left + 60_000)
    await put({ announcement: { text: { en: 'Soon' }, from: soon(5000), until: soon(600_000) } })
    expect(await untilNextMoment(db)).toBeWithin(0, 5001)
  })

  test('shows an announcement from its start to its end', async () => {
    const announcement = {
      text: textsIn('We are hiring', { es: '' }),
      href: '/contact/',
      from: soon(600),
      until: soon(1600),
    }
    await put({ announcement })
    expect(await page('/')).not.toContain('We are hiring')
    expect((await read()).json.announcement).toBeNull()
    expect((await read(site.cookie())).json.announcement?.text.en).toBe('We are hiring')
    await until(async () => (await page('/')).includes('We are hiring'))
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(announcement.from) - 20)
    await until(async () => !(await page('/')).includes('We are hiring'))
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(announcement.until) - 20)
  })
})
