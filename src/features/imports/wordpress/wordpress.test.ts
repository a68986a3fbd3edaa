import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { openImporting } from '#test/content/importing'

const uploads = '/wp-content/uploads/2019/03'
let site: Awaited<ReturnType<typeof openImporting>>
let wxr = ''
beforeAll(async () => {
  site = await openImporting([`${uploads}/crane.png`, `${uploads}/rope.png`])
  const fixture = await Bun.file(new URL('../fixtures/wordpress.xml', import.meta.url)).text()
  wxr = fixture.replaceAll('https://old.example', `http://${site.old}`)
})
beforeEach(() => site.begin())
afterAll(() => site.close())

type Item = { id: number; slug: string; title: string; status: string; publishedAt: string; content: string }
const posts = async () => (await site.send<Item[]>('GET', '/api/blog?status=all')).json
const none = { posts: 0, pages: 0, media: 0, redirects: 0 }

test('an export of WordPress is read and summarized, and nothing is created yet', async () => {
  const read = await site.sendFile(wxr, 'old.xml')
  expect([read.status, read.json]).toEqual([
    201,
    {
      id: expect.any(Number),
      kind: 'wordpress',
      found: { posts: 6, pages: 2, media: 2, redirects: 5 },
      skipped: [
        { title: 'How we lift “the old bridge”', why: '[contact-form-7] has no equivalent here: removed' },
        { title: 'How we lift “the old bridge”', why: '[button] has no equivalent here: removed' },
        { title: 'How we lift “the old bridge”', why: '1 comment is left out: this site has no comments' },
        { title: 'The quay', why: '[slider] has no equivalent here: removed' },
        { title: 'The quay', why: '[wp:latest-posts] has no equivalent here: removed' },
        { title: 'Thrown away', why: 'It was in the trash there: left out' },
        { title: 'With a password', why: 'It was protected by a password: it becomes a draft' },
        { title: 'A crane for sale', why: 'There is no place here for a “product”: left out' },
        { title: 'Main menu', why: 'There is no place here for a “nav_menu_item”: left out' },
      ],
    } as never,
  ])
  expect(await posts()).toEqual([])
  expect((await site.send<unknown[]>('GET', '/api/imports')).json).toMatchObject([{ title: 'old.xml', state: 'read' }])
})

test('its posts, pages, pictures and old addresses are imported, once', async () => {
  const { json: read } = await site.sendFile(wxr, 'old.xml')
  const done = await site.run(read.id)
  expect([done.state, done.created, done.failed.map(({ title }) => title)]).toEqual([
    'done',
    { posts: 6, pages: 2, media: 2, redirects: 5 },
    ['/about/'],
  ])
  const lift = (await site.send<Item & Record<string, unknown>>('GET', '/api/blog/how-we-lift')).json
  expect(lift).toMatchObject({
    title: 'How we lift “the old bridge”',
    excerpt: 'Lifting, in three days.',
    author: 'Ada Quayle',
    category: 'Cranes & hoists',
    publishedAt: '2019-03-04T05:06:07.000Z',
    status: 'published',
    imageUrl: expect.stringMatching(/^\/media\/\d+\/crane\.png$/),
    metadata: { title: 'How we lift “the old bridge” – Harbour Works', description: 'How a bridge is lifted.' },
  })
  const { content } = JSON.parse(lift.content) as { content: string }
  expect(content).toMatch(/^<p>The first paragraph, with <strong>force<\/strong>\.<br>\s*Its second line\.<\/p>/)
  expect(content).toMatch(
    /<figure><a href="[^"]*"><img[^>]* src="\/media\/\d+\/crane\.png"[^>]*><\/a>\s*<figcaption>The crane, <em>at work<\/em><\/figcaption>/,
  )
  expect(content).toMatch(/<figure><img src="\/media\/\d+\/rope\.png" alt=""><\/figure>/)
  expect(content).toContain('<a href="/blog/the-quay/">the quay</a> and <a href="/about-2/">')
  expect(content).toContain('[keep_this]')
  expect(content).toContain('<p>Call us</p>')
  for (const gone of ['contact-form', '[button', '[caption', '[gallery', 'script', '<p></p>'])
    expect(content).not.toContain(gone)

  const page = await site.ask('/blog/how-we-lift/')
  expect(page.status).toBe(200)
  expect(page.text).toContain('Seen from the river')
  expect(page.text).toContain('How a bridge is lifted.')
  const team = await site.ask('/team/')
  expect([team.status, team.text.includes('Ada founded it.')]).toEqual([200, true])

  const states = Object.fromEntries((await posts()).map(({ slug, status }) => [slug, status]))
  expect(states).toEqual({
    'how-we-lift': 'published',
    'the-quay': 'published',
    'for-the-board': 'draft',
    'waiting-for-review': 'draft',
    'with-a-password': 'draft',
    'in-the-far-future': 'scheduled',
  })
  const moved = await site.ask('/company/team/')
  expect([moved.status, new URL(moved.headers.get('location') ?? '', 'http://acme.test').pathname]).toEqual([
    301,
    '/team/',
  ])

  const again = await site.sendFile(wxr, 'old.xml')
  expect((await site.run(again.json.id)).created).toEqual(none)
  expect((await posts()).length).toBe(6)
  expect((await site.send('POST', `/api/imports/${read.id}/undo`)).json).toEqual({ trashed: 8, kept: 0 })
  expect(await posts()).toEqual([])
})

test('everything is imported as drafts, and in Spanish, where requested', async () => {
  const { json: read } = await site.sendFile(wxr, 'old.xml')
  const done = await site.run(read.id, { as: 'draft', language: 'es', media: false, redirects: false })
  expect(done.created).toEqual({ posts: 6, pages: 2, media: 0, redirects: 0 })
  expect((await posts()).map(({ status }) => status)).toEqual(Array(6).fill('draft'))
  const { json: quay } = await site.send<Item & { translations: { es: { title: string } } }>(
    'GET',
    '/api/blog/the-quay?status=all',
  )
  expect([quay.title, quay.translations.es.title]).toEqual(['The quay', 'The quay'])
})

test('XML that is not an export, is truncated, or has a DOCTYPE is refused', async () => {
  const refused: [string, RegExp][] = [
    [wxr.replace('<rss', '<!DOCTYPE rss [<!ENTITY a "b">]><rss'), /DOCTYPE/],
    [wxr.slice(0, wxr.length / 2), /damaged/],
    ['<rss version="2.0"><channel><title>News</title></channel></rss>', /can’t be imported/],
    ['<feed/>', /can’t be imported/],
    [wxr.replace('</channel>', '</chanel>'), /damaged/],
  ]
  for (const [content, why] of refused) {
    const { status, json } = await site.sendFile(content, 'old.xml')
    expect([status, json.issues?.[0]?.message]).toEqual([422, expect.stringMatching(why)])
  }
  expect((await site.send('GET', '/api/imports')).json).toEqual([])
})
