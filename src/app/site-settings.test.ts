import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { builtInLook } from '#contract/site-values'
import type { SiteAnswer } from '#features/settings/site/contract'
import { untilNextMoment } from '#features/settings/site/store'
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

describe('the look', () => {
  const wrong = {
    type: 'comic',
    corners: 'oval',
    width: 'huge',
    drawings: 'yes',
    scheme: 'sepia',
    switch: 1,
    fonts: 'x',
  }

  test('is changed field by field, and reset as a whole or in part', async () => {
    const { look } = (await read()).json
    expect(look).toEqual(builtInLook)
    const changed = await put({ look: { type: 'newsreader', corners: 'round', drawings: false } })
    expect([changed.status, changed.json.look]).toEqual([
      200,
      { ...look, type: 'newsreader', corners: 'round', drawings: false },
    ])
    expect((await put({ look: { width: 'narrow', corners: null } })).json.look).toEqual({
      ...look,
      type: 'newsreader',
      drawings: false,
      width: 'narrow',
    })
    expect((await put({ name: 'Quoin' })).json.look.type).toBe('newsreader')
    expect((await put({ look: null })).json.look).toEqual(look)
  })

  test('lets visitors switch once a scheme was chosen, unless the owner says otherwise', async () => {
    expect((await put({ look: { scheme: 'system' } })).json.look.switch).toBe(true)
    expect((await put({ look: { switch: false } })).json.look.switch).toBe(false)
    expect((await put({ look: { scheme: null, switch: null } })).json.look.switch).toBe(false)
  })

  test('refuses unknown values by their field, and stores nothing then', async () => {
    for (const [field, value] of Object.entries(wrong)) {
      const { status, json } = await put({ look: { [field]: value } })
      expect([field, status, json.issues.map(({ path }) => path)]).toEqual([field, 422, [`look.${field}`]])
    }
    expect((await put({ look: 'dark' })).json.issues.map(({ path }) => path)).toEqual(['look'])
    expect((await read()).json.version).toBe(0)
  })

  test('is on every page at once, and the built-in one leaves them as they were', async () => {
    const before = await page('/about/')
    await put({ look: { type: 'inter', scheme: 'dark', drawings: false } })
    const link = /<link rel="stylesheet" href="(\/assets\/look-[^"]+)">/
    for (const path of ['/', '/about/', '/es/blog/', '/nothing/here/']) {
      const answer = await site.t.ask(path)
      const html = await answer.text()
      const rules = await (await site.t.ask(link.exec(html)?.[1] ?? '')).text()
      expect(rules).toContain('url(/fonts/inter.woff2)')
      expect(rules).toContain('.hero-drawing')
      expect(html).toContain('<link rel="preload" href="/fonts/inter-tight.woff2"')
      expect(html).toContain('<button id="scheme" hidden></button>')
      const script = /<script>(.*?)<\/script>/.exec(html)?.[1] ?? ''
      const hash = new Bun.CryptoHasher('sha256').update(script).digest('base64')
      expect(answer.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}'`)
    }
    expect((await page('/')).match(/<path pathLength/g)).toBeNull()
    await put({ look: null })
    expect(await page('/about/')).toBe(before)
    const same = await put({ look: { type: 'archivo', switch: false } })
    expect([same.status, await page('/about/')]).toEqual([200, before])
  })

  test('has a preview', async () => {
    const draft = { look: { type: 'fraunces', corners: 'oval' } }
    const ask = (look: object) =>
      site.write('POST', '/api/preview', { kind: 'site-settings', language: 'en', draft: { look } })
    const { html } = (await (await ask({ type: 'fraunces' })).json()) as { html: string }
    expect(html).toContain('/fonts/fraunces.woff2')
    expect((await ask(draft.look)).status).toBe(200)
  })

  test('and the dark logo are in archives', async () => {
    const logo = (await site.upload(await square(), 'dark.png')).id
    await put({ look: { corners: 'soft' }, logo, logoDark: logo })
    const content = await collectContent(site.t.services.db)
    await put({ look: null, logoDark: null })
    await replaceContent(site.t.services, content)
    const { json } = await read()
    expect([json.look.corners, json.logoDark]).toEqual(['soft', logo])
    const [stored] = content.revisions?.filter(({ kind, version }) => kind === 'site-settings' && version === 2) ?? []
    expect(stored?.recordId).toBe('site')
  })
})

describe('the history', () => {
  const get = async (path: string) => {
    const answer = await site.t.ask(`/api/site/revisions${path}`, { headers: { cookie: site.cookie() } })
    return { status: answer.status, json: await answer.json() }
  }
  const restore = (version: number | string, headers: Record<string, string> = {}) =>
    site.write('POST', `/api/site/revisions/${version}/restore`, {}, headers)

  test('has each version with its values, by whom and when, the state before the first one too', async () => {
    expect((await get('')).json).toEqual([])
    await put({ name: 'One' })
    await put({ name: 'Two', look: { corners: 'round' } })
    await put({ name: 'Two' })
    const list = (await get('')).json as { version: number; kind: string; savedBy: { username: string } | null }[]
    expect(list.map(({ version, kind }) => [version, kind])).toEqual([
      [3, 'published'],
      [2, 'published'],
      [1, 'created'],
    ])
    expect(list.map(({ savedBy }) => savedBy === null)).toEqual([false, false, true])
    const third = (await get('/3')).json as { values: SiteAnswer }
    expect([third.values.name, third.values.look.corners]).toEqual(['Two', 'round'])
    expect(((await get('/1')).json as { values: SiteAnswer }).values.name).toBe('Industria AI')
    expect((await get('?before=3&limit=1')).json).toMatchObject([{ version: 2 }])
    expect((await get('/4')).status).toBe(404)
    expect((await get('/x')).status).toBe(404)
  })

  test('restores a version as a new one, on every page at once', async () => {
    await put({ accent: '#0057ff' })
    await put({ accent: '#aa0000', look: { type: 'nunito' }, name: 'Quoin' })
    expect((await restore(2, { 'if-match': '"1"' })).status).toBe(412)
    const answer = await restore(2, { 'if-match': '"2"' })
    const { version, accent, look, name } = (await answer.json()) as SiteAnswer
    expect([answer.status, version, accent, look.type, name]).toEqual([200, 3, '#0057ff', 'archivo', 'Industria AI'])
    expect(await page('/')).toContain('/assets/accent-0057ff.css')
    expect((await get('')).json).toMatchObject([{ version: 4, restoredFrom: 2 }, {}, {}, {}])
    const first = await restore(1)
    expect(((await first.json()) as SiteAnswer).accent).toBe('#ce3b0f')
    expect((await restore(99)).status).toBe(404)
    expect((await restore(99, { 'if-match': '"1"' })).status).toBe(404)
  })

  test('has no pictures that are gone, or in the trash', async () => {
    const { id } = await site.upload(await square(), 'icon.png')
    const named = await put({ name: 'Quoin', logo: id, icon: id, socialPicture: id })
    expect(named.json.logo).toBe(id)
    expect((await site.write('POST', `/api/media/${id}/trash?force=1`)).status).toBe(200)
    const { json } = await read(site.cookie())
    expect([json.logo, json.icon, json.socialPicture]).toEqual([null, null, null])
    const tasks = (await (
      await site.t.ask('/api/checklist', { headers: { cookie: site.cookie() } })
    ).json()) as object[]
    expect(tasks).toContainEqual(expect.objectContaining({ key: 'logo', state: 'open' }))
    expect((await site.t.ask('/logo.png')).status).toBe(200)
    expect((await site.write('DELETE', `/api/media/${id}?force=1`)).status).toBe(204)
    expect((await put(json)).status).toBe(200)
  })

  test('leaves out pictures that are gone', async () => {
    const { id } = await site.upload(await square(), 'icon.png')
    await put({ icon: id, name: 'Quoin' })
    await put({ icon: null, name: null })
    expect((await site.write('DELETE', `/api/media/${id}?force=1`)).status).toBe(204)
    const answer = (await (await restore(2)).json()) as SiteAnswer
    expect([answer.name, answer.icon]).toEqual(['Quoin', null])
  })

  test('needs a session', async () => {
    expect((await site.t.ask('/api/site/revisions')).status).toBe(401)
    expect((await site.t.ask('/api/site/brand')).status).toBe(401)
  })
})

const square = () =>
  sharp({ create: { width: 600, height: 600, channels: 3, background: '#0a7d55' } })
    .png()
    .toBuffer()
