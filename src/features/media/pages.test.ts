import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { postInput } from '#test/inputs'
import { variantsOf, host, movingPicture, type TestLibrary, testLibrary } from '#test/library'

let library: TestLibrary
let t: TestLibrary['t']
beforeAll(async () => {
  library = await testLibrary()
  t = library.t
})
beforeEach(() => library.startAfresh())
afterAll(() => library.close())

const publish = async (body: object) => {
  const answer = await library.write('POST', '/api/blog', { ...postInput({ slug: 'seen', title: 'Seen' }), ...body })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { id: number }
}
const page = async (path = '/blog/seen/') => {
  const answer = await t.ask(path)
  expect(answer.status).toBe(200)
  return (await answer.text()).replaceAll(/<script\b.*?<\/script>/gs, '')
}
const photograph = (width = 2000, height = 1000) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
const tag = (html: string, name: string) => html.match(new RegExp(`<${name}\\b(?:[^>"]|"[^"]*")*>`, 'g')) ?? []
const attribute = (element: string | undefined, name: string) =>
  new RegExp(` ${name}="([^"]*)"`, 'i').exec(element ?? '')?.[1]
const imageOf = (html: string, variants: string) => tag(html, 'img').find((one) => one.includes(variants))

describe('a picture from the library', () => {
  test('as the cover of a post is offered in its sizes, which all exist', async () => {
    const { url, variants } = await library.upload(await photograph(), 'a.jpg')
    await publish({ imageUrl: url })
    const html = await page()
    const sources = tag(html, 'source').filter((one) => one.includes(variants))
    expect(sources.map((one) => attribute(one, 'type'))).toEqual(['image/avif', 'image/webp'])
    for (const source of sources) {
      expect(attribute(source, 'sizes')).toContain('vw')
      const listed = attribute(source, 'srcset')?.split(', ') ?? []
      expect(listed.map((one) => one.split(' ')[1])).toEqual(['400w', '720w', '1120w', '1440w', '1600w'])
      for (const one of listed) expect((await t.ask(one.split(' ')[0] ?? '')).status).toBe(200)
    }
    const image = imageOf(html, variants)
    expect(['width', 'height'].map((name) => attribute(image, name))).toEqual(['1600', '1000'])
    expect(attribute(image, 'data-colour')).toMatch(/^#336.99$/)
    const shown = await t.ask(attribute(image, 'src') ?? '')
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    const preload = tag(html, 'link').find((one) => one.includes(variants))
    expect([attribute(preload, 'as'), attribute(preload, 'type')]).toEqual(['image', 'image/avif'])
    // In lists too.
    expect(imageOf(await page('/blog/'), variants)).toBeDefined()
  })

  test('has its variants for administrators who view the site, and not for those who edit it', async () => {
    const { url } = await library.upload(await photograph(), 'a.jpg')
    await publish({ imageUrl: url })
    const told = async (path: string) => {
      const answer = await t.ask(path, { headers: { cookie: library.cookie() } })
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
      const [record] = [(await answer.json()) as { pictures?: object } | { pictures?: object }[]].flat()
      return Object.keys(record?.pictures ?? {})
    }
    for (const path of ['/api/blog/seen?slugs=all', '/api/blog?limit=3', '/api/blog'])
      expect([path, await told(path)]).toEqual([path, [url]])
    expect(await told('/api/blog/seen?status=all')).toEqual([])
    // The social image contains it.
    const drawn = await (await page()).match(/\/social\/blog\/seen\/en-\d+\.jpg/)?.[0]
    const bytes = await (await t.ask(drawn ?? '')).bytes()
    const { dominant } = await sharp(bytes)
      .extract({ left: 900, top: 200, width: 200, height: 200 })
      .toBuffer()
      .then((part) => sharp(part).stats())
    expect(dominant.b).toBeGreaterThan(dominant.r)
  })

  test('in a text has its variants and keeps the alternative text of its tag', async () => {
    const { url, variants } = await library.upload(await photograph(500, 1000), 'a.jpg')
    await library.write('PUT', '/api/media/1', { alt: { en: 'From the library', es: '' } })
    await publish({ content: `<p><img src="${url}" alt="A &quot;bench&quot;"></p><p><img src="${url}"></p>` })
    const images = tag(await page(), 'img').filter((one) => one.includes(variants))
    expect(images.map((one) => attribute(one, 'alt'))).toEqual(['A &quot;bench&quot;', 'From the library'])
    expect(['width', 'height', 'src'].map((name) => attribute(images[0], name))).toEqual([
      '500',
      '1000',
      `${variants}/500.webp`,
    ])
  })

  test('has alternative text in the language of the page, else in the other, and none where it is decorative', async () => {
    const { url, variants } = await library.upload(await photograph(), 'a.jpg')
    await publish({
      imageUrl: url,
      content: `<p><img src="${url}" alt=""></p>`,
      translations: { es: { title: 'Visto', content: `<p><img src="${url}" alt=""></p>` } },
    })
    const said = async (path: string) =>
      tag(await page(path), 'img')
        .filter((one) => one.includes(variants))
        .map((one) => attribute(one, 'alt'))
    expect(await said('/blog/seen/')).toEqual(['Seen', ''])
    await library.write('PUT', '/api/media/1', { alt: { en: 'A <bench>', es: '' } })
    expect(await said('/blog/seen/')).toEqual(['A &lt;bench&gt;', 'A &lt;bench>'])
    expect(await said('/es/blog/seen/')).toEqual(['A &lt;bench&gt;', 'A &lt;bench>'])
    await library.write('PUT', '/api/media/1', { alt: { es: 'Un banco' } })
    expect(await said('/es/blog/seen/')).toEqual(['Un banco', 'Un banco'])
    await library.write('PUT', '/api/media/1', { decorative: true })
    expect(await said('/es/blog/seen/')).toEqual(['', ''])
  })

  test('is updated when its focal point or its file changes, in API responses too', async () => {
    const { url, variants } = await library.upload(await photograph(), 'a.jpg')
    const { id } = await publish({ imageUrl: url })
    const before = await t.ask('/api/blog/seen')
    const told = (await before.json()) as { imageUrl: string; pictures: Record<string, object>; version: number }
    expect([told.imageUrl, Object.keys(told.pictures)]).toEqual([url, [url]])
    await library.write('PUT', '/api/media/1', { focus: { x: 0.2, y: 1 } })
    expect(await page()).toContain(`${variants}/wide-20-100-720.webp`)
    const after = await t.ask('/api/blog/seen', { headers: { 'if-none-match': before.headers.get('etag') ?? '' } })
    expect(after.status).toBe(200)
    // The ETag still contains the version of the record.
    const tagged = { 'if-match': after.headers.get('etag') ?? '' }
    expect(
      (await library.write('PUT', `/api/blog/${id}`, postInput({ slug: 'seen', imageUrl: url }), tagged)).status,
    ).toBe(200)
    expect(
      (await library.write('PUT', `/api/blog/${id}`, postInput({ slug: 'seen', imageUrl: url }), tagged)).status,
    ).toBe(412)

    const other = await photograph(800, 800)
    expect((await library.send('/api/media/1/file', other, 'b.jpg')).status).toBe(200)
    const html = await page()
    expect([html.includes(variants), html.includes(variantsOf(other))]).toEqual([false, true])
  })

  test('that was force-deleted is left out, with its sizes', async () => {
    const { url, variants } = await library.upload(await photograph(), 'a.jpg')
    await publish({ imageUrl: url, content: `<p>Text</p><p><img src="${url}" alt="Gone"></p>` })
    expect(await page()).toContain(variants)
    expect((await library.write('DELETE', '/api/media/1?force=1')).status).toBe(204)
    const html = await page()
    expect([html.includes('/media/'), html.includes('Gone'), html.includes('Text')]).toEqual([false, false, true])
  })

  test('at another site is not one of the library, and neither is a document', async () => {
    const { url } = await library.upload(await photograph(), 'a.jpg')
    const plan = await library.upload('%PDF-1.4\n%%EOF\n', 'plan.pdf')
    await publish({
      content: `<p><img src="https://other.test/media/9/x.jpg" alt="x"><a href="${plan.url}">Plan</a> /see${url}</p>`,
    })
    const html = await page()
    expect(html).toContain('src="https://other.test/media/9/x.jpg"')
    expect(html).toContain(`href="${plan.url}"`)
  })

  test('that is a drawing or animated keeps its format', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><path d="M0 0h9v9z"/></svg>'
    const drawing = await library.upload(svg, 'a.svg')
    const moving = await library.upload(await movingPicture(2), 'a.gif')
    await publish({ content: `<p><img src="${drawing.url}" alt=""><img src="${moving.url}" alt=""></p>` })
    const html = await page()
    expect(tag(html, 'img').find((one) => one.includes('a.svg'))).toContain('width="90" height="60"')
    expect(tag(html, 'source').filter((one) => one.includes(moving.variants))).toEqual([
      expect.stringContaining(`type="image/webp" srcset="${moving.variants}/40.webp 40w"`),
    ])
  })

  test('is a JPEG for shared links, and a drawing a PNG, as the metadata says', async () => {
    const photo = await library.upload(await photograph(), 'a.jpg')
    const drawing = await library.upload(
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><path d="M0 0h9v9z"/></svg>',
      'a.svg',
    )
    await publish({ imageUrl: photo.url })
    await publish({ imageUrl: drawing.url, slug: 'drawn' })
    for (const [path, end, type] of [
      ['/blog/seen/', 'jpg', 'image/jpeg'],
      ['/blog/drawn/', 'png', 'image/png'],
    ] as const) {
      const html = await page(path)
      const address = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
      expect([path, address.startsWith(`${host}/social${path}en-`), address.endsWith(`.${end}`)]).toEqual([
        path,
        true,
        true,
      ])
      expect(html).toContain(`<meta property="og:image:type" content="${type}">`)
      const answer = await t.ask(address.slice(host.length))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata()
      expect([width, height, `image/${format}`]).toEqual([1200, 630, type])
    }
  })

  test('of a team member is square, and for shared links a JPEG of their size', async () => {
    const { url, variants } = await library.upload(await photograph(), 'a.jpg')
    await library.write('POST', '/api/page-contents', {
      page: 'about',
      content: { title: 'About', team: [{ name: 'Ada', photo: url }], metadata: { ogImage: url } },
    })
    const html = await page('/about/')
    expect(attribute(imageOf(html, variants), 'width')).toBe('480')
    expect(html).toContain(`<meta property="og:image" content="${host}${variants}/social-50-50.jpg"`)
    await publish({ metadata: { ogImage: url } })
    const post = await page()
    expect(post).toContain(`<meta property="og:image" content="${host}${variants}/social-50-50.jpg"`)
    expect(post).toContain('<meta property="og:image:type" content="image/jpeg">')
    expect((await t.ask(`${variants}/social-50-50.jpg`)).status).toBe(200)
  })
})

describe('a link to a document of the library', () => {
  test('shows the type and size of the file, in the language of the page', async () => {
    const plan = await library.upload(`%PDF-1.4\n${'x'.repeat(2500)}\n%%EOF\n`, 'plan.pdf')
    const large = await library.upload(`%PDF-1.4\n${'y'.repeat(1_230_000)}\n%%EOF\n`, 'large.pdf')
    const content = `<p><a href="${plan.url}">The plan</a>, <a href="${large.url}">all of it</a>, <a href="/about/">us</a></p>`
    await publish({ content, translations: { es: { title: 'Visto', content } } })
    const facts = (html: string) =>
      [...html.matchAll(/ <span class="file-facts">(.*?)<\/span><\/a>/g)].map(([, text]) => text)
    expect(facts(await page())).toEqual(['(PDF, 3 KB)', '(PDF, 1.2 MB)'])
    expect(facts(await page('/es/blog/seen/'))).toEqual(['(PDF, 3 KB)', '(PDF, 1,2 MB)'])
    const answer = (await (await t.ask('/api/blog/seen')).json()) as { content: string }
    expect(answer.content).toBe(content)
  })
})
