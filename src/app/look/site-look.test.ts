import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { contentKinds } from '../features'
import type { MediaItem } from '#features/media/contract'
import { mediaScans, mediaUses } from '#features/media/table'
import { catchUp } from '#platform/jobs/derived'
import { derivedUses } from '#features/media/uses'
import { collecting } from '#platform/events/events'
import { postInput } from '#test/inputs'
import { type TestLibrary, testLibrary } from '#test/library'
import { HttpError } from '#contract/http-error'
import { accentStyle } from './look-style'
import { wholeLook } from '#contract/site-values'
import { composeMail } from '#platform/mail/compose-mail'
import { readLetterhead } from '#platform/owner/site'
import { createSiteLook } from './site-look'

let site: TestLibrary
beforeAll(async () => {
  site = await testLibrary()
})
beforeEach(async () => {
  await site.startAfresh()
  await site.t.services.cacheTags.touch('all')
})
afterAll(() => site.close())

const drawing = (inside: string, width = 600, height = 600) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${inside}</svg>`
const ring = drawing('<circle cx="300" cy="300" r="280" fill="#0057ff"/>')
const words = (colour: string) => drawing(`<rect x="20" y="30" width="560" height="90" fill="${colour}"/>`, 600, 150)
const coloured = (background: string, width = 512, height = width) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

async function put(body: object): Promise<void> {
  const answer = await site.write('PUT', '/api/site', body)
  expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, ''])
}
const get = (path: string, headers: Record<string, string> = {}) => site.t.ask(path, { headers })
const page = async (path: string) => (await get(path)).text()
const bytes = async (path: string) => (await get(path)).bytes()
const tags = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
const logos = (html: string) => tags(html, 'img').filter((tag) => tag.includes('class="logo"'))

describe('the accent', () => {
  test('changes the shades on every public page at once, and the built-in one adds nothing', async () => {
    const before = await page('/about/')
    expect(before).not.toContain('/assets/accent-')
    await put({ accent: '#FFFF00' })
    for (const path of ['/', '/about/', '/es/blog/', '/nothing/here/'])
      expect(await page(path)).toContain('<link rel="stylesheet" href="/assets/accent-ffff00.css">')
    const sheet = await get('/assets/accent-ffff00.css')
    expect([sheet.status, sheet.headers.get('content-type'), sheet.headers.get('cache-control')]).toEqual([
      200,
      'text/css;charset=utf-8',
      'no-cache',
    ])
    expect(await sheet.text()).toBe(accentStyle('#ffff00'))
    const tag = sheet.headers.get('etag') ?? ''
    expect((await get('/assets/accent-ffff00.css', { 'if-none-match': tag })).status).toBe(304)
    expect((await get('/assets/accent-ffff0.css')).status).toBe(404)
    await put({ accent: null })
    expect(await page('/about/')).toBe(before)
  })

  test('colours the pages that mails link to, and the error pages', async () => {
    await put({ accent: '#660099' })
    await page('/')
    const mailed = await get('/waitlist/confirm/nobody/')
    const broken = await site.t.ask('/about/', { method: 'PUT' })
    for (const [answer, shade] of [
      [mailed, '--signal-fill:#660099'],
      [broken, '--signal:#660099'],
    ] as const) {
      const html = await answer.text()
      const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
      expect(style).toContain(shade)
      const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
      expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
    }
  })

  test('of the whole look is on the pages that mails link to, and on error pages', async () => {
    await put({ look: { type: 'newsreader', scheme: 'dark', corners: 'round' } })
    await page('/')
    for (const answer of [await get('/waitlist/confirm/nobody/'), await site.t.ask('/about/', { method: 'PUT' })]) {
      const style = /<style>(.*?)<\/style>/s.exec(await answer.text())?.[1] ?? ''
      for (const rule of ['url(/fonts/newsreader.woff2)', ':root{color-scheme:dark;', 'main{border-radius:1rem'])
        expect(style).toContain(rule)
      expect(style).not.toContain('prefers-color-scheme')
      const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
      expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
    }
  })

  test('is in mails: typefaces, corners and the accent', async () => {
    const { db, config } = site.t.services
    const draft = { language: 'en', subject: 'Hello', paragraphs: ["font:400 16px/1.6 'Archivo'"], foot: '' } as const
    const letter = async () => {
      const { site: name, look } = await readLetterhead(db, config)
      return composeMail({ ...draft, site: name, look, title: 'Hi', action: { label: 'Go', url: 'https://acme.test' } })
        .html
    }
    const before = await letter()
    expect(before).toContain('<h1 class="ink" dir="auto" style="margin:0;font:600 22px/1.3 \'Archivo\'')
    await put({ look: { type: 'newsreader', corners: 'round' }, accent: '#0057ff' })
    const html = await letter()
    expect(html).toContain("font:600 22px/1.3 'Newsreader','Archivo'")
    expect(html).toContain("font:400 16px/1.6 'Work Sans','Archivo'")
    expect(html).toContain('border-top:4px solid #0057ff;border-radius:22px')
    expect(html).toContain('font:400 16px/1.6 &#39;Archivo&#39;'.replaceAll('&#39;', '&#x27;'))
    await put({ look: null, accent: null })
    expect(await letter()).toBe(before)
  })

  test('and the logo are in generated pictures of shared links', async () => {
    expect((await site.write('POST', '/api/blog', postInput({ slug: 'one' }))).status).toBe(201)
    const drawn = async () => {
      const at = /\/social\/[^"]+\.(?:png|jpg)/.exec(await page('/blog/one/'))?.[0] ?? ''
      const answer = await get(at)
      expect(answer.status).toBe(200)
      return { tag: answer.headers.get('etag'), bytes: await answer.bytes() }
    }
    const before = await drawn()
    await put({ accent: '#0057ff' })
    const blue = await drawn()
    expect(blue.tag).not.toBe(before.tag)
    const { data } = await sharp(blue.bytes)
      .extract({ left: 100, top: 505, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([...data].every((part, at) => Math.abs(part - [0, 87, 255][at]!) < 9)).toBe(true)
    const { id } = await site.upload(words('#00aa55'), 'logo.svg')
    await put({ logo: id })
    expect((await drawn()).tag).not.toBe(blue.tag)
  }, 60_000)
})

describe('the icon', () => {
  const iconLinks = (html: string) => tags(html, 'link').filter((tag) => /icon|manifest/.test(tag))

  test('is the built-in one until there is another, in a manifest with the name of the site', async () => {
    expect((await get('/logo.png')).status).toBe(404)
    await put({ name: 'Quoin' })
    const answer = await get('/site.webmanifest')
    expect(answer.headers.get('content-type')).toBe('application/manifest+json')
    const manifest = await answer.json()
    expect([manifest.name, manifest.icons.length]).toEqual(['Quoin', 3])
    expect(iconLinks(await page('/')).join()).toContain('href="/favicon.svg"')
    // Mails that were sent with a logo show the icon after it is removed.
    expect((await get('/logo.png')).status).toBe(200)
  })

  test('of a picture is rendered in every declared size, and revalidated each time', async () => {
    const { id } = await site.upload(await coloured('#00aa55'), 'icon.png')
    await put({ icon: id })
    for (const [path, side, format] of [
      ['/apple-touch-icon.png', 180, 'png'],
      ['/icon-192.png', 192, 'png'],
      ['/icon-512.png', 512, 'png'],
    ] as const) {
      const answer = await get(path)
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-cache'])
      const found = await sharp(await answer.bytes()).metadata()
      expect([found.width, found.height, found.format]).toEqual([side, side, format])
      expect((await get(path, { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304)
    }
    const ico = Buffer.from(await bytes('/favicon.ico'))
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 3])
    const { icons, theme_color: colour } = await (await get('/site.webmanifest')).json()
    expect(icons.map((one: { src: string; sizes: string }) => [one.src, one.sizes])).toEqual([
      ['/icon-192.png', '192x192'],
      ['/icon-512.png', '512x512'],
    ])
    expect(colour).toBe('#00aa55')
    for (const path of ['/', '/about/', '/nothing/', '/admin/']) {
      const links = iconLinks(await page(path)).join()
      for (const named of ['/favicon.ico', '/apple-touch-icon.png', '/site.webmanifest', '/icon-192.png'])
        expect([path, links.includes(`href="${named}"`)]).toEqual([path, true])
      expect(links).not.toContain('favicon.svg')
    }
    expect((await get('/favicon.svg')).status).toBe(404)
  }, 60_000)

  test('of a drawing is served as an SVG too, opaque where a system wants it', async () => {
    const { id } = await site.upload(ring.replace('<circle', '<script>alert(1)</script><circle'), 'icon.svg')
    await put({ icon: id })
    const svg = await get('/favicon.svg')
    expect(svg.headers.get('content-type')).toBe('image/svg+xml')
    const text = await svg.text()
    expect([text.includes('#0057ff'), text.includes('script')]).toEqual([true, false])
    expect(iconLinks(await page('/')).join()).toContain('href="/favicon.svg"')
    const { hasAlpha, width } = await sharp(await bytes('/apple-touch-icon.png')).metadata()
    expect([hasAlpha, width]).toEqual([false, 180])
  }, 60_000)

  test('that is trashed or deleted is replaced by the built-in one', async () => {
    const { id } = await site.upload(await coloured('#00aa55'), 'icon.png')
    await put({ icon: id })
    const own = (await get('/icon-512.png')).headers.get('etag')
    expect(own).not.toBeNull()
    const manifest = async () => JSON.parse(await page('/site.webmanifest')).icons[0].src
    expect(await manifest()).toBe('/icon-192.png')
    expect((await site.write('POST', `/api/media/${id}/trash?force=1`)).status).toBe(200)
    expect(await manifest()).toBe('/favicon.svg')
    expect((await site.write('POST', `/api/media/${id}/restore`)).status).toBe(200)
    expect(await manifest()).toBe('/icon-192.png')
    expect((await site.write('DELETE', `/api/media/${id}?force=1`)).status).toBe(204)
    expect(await manifest()).toBe('/favicon.svg')
  }, 60_000)
})

describe('the logo', () => {
  test('replaces the default mark, in its sizes, and says the name once', async () => {
    await put({ name: 'Quoin' })
    expect(logos(await page('/'))).toEqual([])
    const { id, variants } = await site.upload(await coloured('#00aa55', 800, 200), 'logo.png')
    await put({ logo: id })
    const html = await page('/about/')
    expect(logos(html).length).toBe(3)
    for (const logo of logos(html)) expect(logo).toMatch(/ alt="Quoin".* width="128" height="32"/)
    for (const logo of logos(html))
      expect(logo).toContain(`srcSet="${variants}/360.webp 360w, ${variants}/720.webp 720w"`)
    const [brand = ''] = /<a[^>]*class="brand"[^>]*>.*?<\/a>/s.exec(html) ?? []
    expect(brand.replaceAll(/<[^>]*>/g, '')).toBe('')
    expect(html).toContain('/assets/logo.css')
    const { '@graph': graph } = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(await page('/'))?.[1] ?? '{}')
    expect(graph[0].logo).toBe('http://acme.test/logo.png')
    const png = await sharp(await bytes('/logo.png')).metadata()
    expect([png.width, png.height, png.format]).toEqual([448, 112, 'png'])
    await put({ logo: null })
    expect(logos(await page('/about/'))).toEqual([])
  }, 60_000)

  test('without text has the name beside it, which is not announced twice', async () => {
    const { id } = await site.upload(ring, 'logo.svg')
    await put({ name: 'Quoin', logo: id })
    const [brand = ''] = /<a[^>]*class="brand"[^>]*>.*?<\/a>/s.exec(await page('/about/')) ?? []
    expect(brand).toContain('alt="Quoin"')
    expect(brand).toContain('<span aria-hidden="true">Quoin</span>')
  })

  test('without contrast on the background of a theme names the theme', async () => {
    for (const [colour, lost] of [
      ['#ffffff', 'light'],
      ['#0b1a2f', 'dark'],
      ['#d73304', undefined],
    ] as const) {
      const { id } = await site.upload(words(colour), `${colour}.svg`)
      await put({ logo: id })
      const [logo = ''] = logos(await page('/about/'))
      expect(/data-lost="(\w+)"/.exec(logo)?.[1]).toBe(lost)
    }
  })
})

describe('the picture of shared links', () => {
  test('is on pages without one of their own, and removed when it is deleted', async () => {
    const pictureOf = async (path: string) => /og:image" content="([^"]*)"/.exec(await page(path))?.[1]
    expect(await pictureOf('/about/')).toBe('http://acme.test/og.png')
    const { id, variants } = await site.upload(await coloured('#0057ff', 1600, 900), 'social.png')
    await put({ socialPicture: id })
    for (const path of ['/', '/about/', '/es/blog/'])
      expect(await pictureOf(path)).toBe(`http://acme.test${variants}/social-50-50.jpg`)
    expect((await get(`${variants}/social-50-50.jpg`)).status).toBe(200)
    const own = { content: JSON.stringify({ title: 'About', metadata: { ogImage: 'https://other.test/a.png' } }) }
    expect((await site.write('POST', '/api/page-contents', { page: 'about', ...own })).status).toBeLessThan(300)
    expect(await pictureOf('/about/')).toBe('https://other.test/a.png')
    expect((await site.write('DELETE', `/api/media/${id}?force=1`)).status).toBe(204)
    expect(await pictureOf('/es/blog/')).toBe('http://acme.test/es/og.png')
  }, 60_000)
})

describe('the library', () => {
  test('lists the site among the uses of its pictures, and asks before deleting them', async () => {
    const { id } = await site.upload(await coloured('#00aa55'), 'all.png')
    const usedIn = async () =>
      ((await (await site.write('GET', `/api/media/${id}`)).json()) as MediaItem).usedIn.map((use) => [
        use.kind,
        use.id,
        use.field,
        use.in,
      ])
    expect(await usedIn()).toEqual([])
    await put({ icon: id, logo: id, socialPicture: id })
    expect(await usedIn()).toEqual([
      ['settings', 'site', 'icon', 'live'],
      ['settings', 'site', 'logo', 'live'],
      ['settings', 'site', 'socialPicture', 'live'],
    ])
    expect((await site.write('DELETE', `/api/media/${id}`)).status).toBe(409)

    // Simulates a restored archive, which contains no uses.
    const { db, config } = site.t.services
    await db.delete(mediaUses)
    await db.delete(mediaScans)
    expect(await usedIn()).toEqual([])
    const naming = contentKinds.flatMap((kind) => kind.naming ?? [])
    const derived = derivedUses(naming)
    for (const source of derived.sources) await db.transaction((tx) => catchUp(collecting(tx), config, derived, source))
    expect((await usedIn()).map(([kind]) => kind)).toEqual(['settings', 'settings', 'settings'])

    await put({ icon: null, logo: null, socialPicture: null })
    expect(await usedIn()).toEqual([])
    expect((await site.write('DELETE', `/api/media/${id}`)).status).toBe(204)
  })
})

test('the colours of a logo that could not be read in time are read later', async () => {
  const { services } = site.t
  const { files } = services
  const { id } = await site.upload(words('#ffffff'), 'logo.svg')
  const values = async () => ({
    name: 'Acme',
    accent: '#112233',
    look: wholeLook(),
    logo: id,
    logoDark: null,
    icon: null,
    socialPicture: null,
  })
  const use = files.use
  let refused = 0
  files.use = () => {
    refused++
    return Promise.reject(new HttpError(503, 'errors.filesAway'))
  }
  const look = createSiteLook(services, values, { pause: 20 })
  try {
    expect((await look()).logo?.lost).toEqual([])
    expect(refused).toBe(1)
    for (const end = Date.now() + 10_000; refused < 3 && Date.now() < end;) await Bun.sleep(10)
  } finally {
    files.use = use
  }
  expect(refused).toBeGreaterThanOrEqual(3)
  for (const end = Date.now() + 20_000; (await look()).logo?.lost.length === 0 && Date.now() < end;) await Bun.sleep(20)
  expect((await look()).logo?.lost).toEqual(['light'])
})
