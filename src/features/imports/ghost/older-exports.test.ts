import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { openImporting } from '#test/content/importing'

let site: Awaited<ReturnType<typeof openImporting>>
beforeAll(async () => {
  site = await openImporting(['/content/images/2017/11/loom.png', '/journal/content/images/2017/11/loom.png'])
})
beforeEach(() => site.begin())
afterAll(() => site.close())

type Item = {
  slug: string
  title: string
  status: string
  publishedAt: string | null
  imageUrl: string
  content: string
}

const post = {
  id: 1,
  uuid: 'u-1',
  title: 'Weaver',
  slug: 'weaver',
  html: '<p>Text</p>',
  status: 'published',
  published_at: '2017-11-05T08:00:00.000Z',
}
type Tables = { posts: object[] } & Record<string, object[]>
const exported = (tables: Tables) => JSON.stringify({ db: [{ meta: { version: '1.15.0' }, data: tables }] })

async function bring(tables: Tables) {
  const { status, json: read } = await site.sendFile(exported(tables), 'ghost.json')
  expect(status).toBe(201)
  return { read, done: await site.run(read.id) }
}
const find = async (slug: string) => (await site.send<Item>('GET', `/api/blog/${slug}?status=all`)).json
const named = (remarks: readonly { title: string; why: string }[]) =>
  remarks.map(({ title, why }) => `${title}: ${why}`)

const loom = '/content/images/2017/11/loom.png'
const ofAnother = 'http://other-blog.example/content/images/2017/11/other.png'

test.each<[string, (old: string) => Tables]>([
  [
    'settings',
    (old) => ({ posts: [{ ...post, feature_image: loom }], settings: [{ key: 'url', value: `http://${old}/` }] }),
  ],
  [
    'pictures of the site itself',
    (old) => ({
      posts: [{ ...post, feature_image: loom, html: `<p><img src="${ofAnother}"></p>`.repeat(3) }],
      settings: [{ key: 'logo', value: `http://${old}/content/images/logo.png` }],
    }),
  ],
  [
    'links to its own posts',
    (old) => ({
      posts: [
        { ...post, image: loom, html: `<p><img src="${ofAnother}"></p>`, id: 2 },
        { ...post, id: 3, uuid: 'u-3', slug: 'dyer', title: 'Dyer', html: `<a href="http://${old}/weaver/">x</a>` },
      ],
    }),
  ],
  [
    'most of the absolute pictures of a text',
    (old) => ({
      posts: [
        {
          ...post,
          feature_image: `http://${old}${loom}`,
          html: `<figure class="kg-card kg-bookmark-card"><img src="${ofAnother}"></figure><img src="http://${old}${loom}">`,
        },
      ],
    }),
  ],
])('a picture given by its path is fetched from the old site, known by %s', async (_, tables) => {
  const { done } = await bring(tables(site.old))
  expect(done.created.media).toBe(1)
  expect((await find('weaver')).imageUrl).toMatch(/^\/media\/\d+\/loom\.png$/)
  expect(JSON.stringify(done.failed)).not.toContain('other')
})

test('a site in a folder keeps it in the addresses of its pictures and posts', async () => {
  const { done } = await bring({
    posts: [{ ...post, feature_image: `__GHOST_URL__${loom}` }],
    settings: [{ key: 'url', value: `http://${site.old}/journal/` }],
  })
  expect([done.created.media, done.failed]).toEqual([1, []])
  expect((await site.ask('/journal/weaver/')).headers.get('location')).toBe('/blog/weaver/')
})

test.each([
  ['feature_image', { feature_image: loom }],
  ['image, as before version 1', { image: loom }],
  ['HTML', { html: `<p><img src="${loom}"></p>` }],
  ['mobiledoc', { html: null, mobiledoc: JSON.stringify({ cards: [['image', { src: loom }]], sections: [[10, 0]] }) }],
  ['lexical', { html: null, lexical: JSON.stringify({ root: { children: [{ type: 'image', src: loom }] } }) }],
  ['Markdown', { html: null, markdown: `![Loom](${loom})` }],
  ['HTML with the placeholder', { html: `<p><img src="__GHOST_URL__${loom}"></p>` }],
])(
  'a picture in %s is listed where nothing tells the old site, and no other blog is taken for it',
  async (_, fields) => {
    const other = `<figure class="kg-card kg-image-card"><img src="${ofAnother}"></figure>`
    const { read, done } = await bring({
      posts: [
        { ...post, ...fields },
        { ...post, id: 2, uuid: 'u-2', slug: 'dyer', html: other },
      ],
    })
    expect(named(read.skipped)).toEqual([
      'ghost.json: The file doesn’t say where the old site is: 1 picture can’t be fetched',
      'content/images/2017/11/loom.png: “Weaver” shows this picture, which isn’t among the file’s pictures: it will be missing',
    ])
    expect([read.found.media, done.failed]).toEqual([0, []])
  },
)

test.each([
  ['milliseconds', { published_at: 1388318310783 }, '2013-12-29T11:58:30.783Z'],
  ['seconds', { published_at: 1388318310 }, '2013-12-29T11:58:30.000Z'],
  ['milliseconds in a text', { published_at: '1388318310783' }, '2013-12-29T11:58:30.783Z'],
  ['a day and an hour', { published_at: '2013-12-29 11:58:30' }, '2013-12-29T11:58:30.000Z'],
  ['milliseconds of its creation only', { published_at: null, created_at: 1388318310783 }, '2013-12-29T11:58:30.783Z'],
])('a date in %s is the date of the post', async (_, dates, expected) => {
  const { read } = await bring({ posts: [{ ...post, ...dates }] })
  expect(read.skipped).toEqual([])
  expect(await find('weaver')).toMatchObject({ status: 'published', publishedAt: expected })
})

test('a date that cannot be read, and a status without a place here, are listed', async () => {
  const { read } = await bring({
    posts: [
      { ...post, published_at: 'soon' },
      { ...post, id: 2, uuid: 'u-2', slug: 'sent', title: 'Sent', status: 'sent' },
    ],
  })
  expect(named(read.skipped)).toEqual([
    'Weaver: “soon” isn’t a date: it becomes a draft',
    'Sent: “sent” isn’t a known status: it becomes a draft',
  ])
  expect([(await find('weaver')).status, (await find('sent')).status]).toEqual(['draft', 'draft'])
})

test('an export of version 0 is read: pages by a flag, numbers as ids, texts in Markdown', async () => {
  const { read, done } = await bring({
    posts: [
      { ...post, html: null, markdown: '## By *hand*', author_id: 7 },
      { ...post, id: 2, uuid: 'u-2', slug: 'team', title: 'Team', page: 1 },
    ],
    users: [{ id: '7', name: 'Ada' }],
    tags: [{ id: 3, name: 'Looms' }],
    posts_tags: [{ id: 1, post_id: '1', tag_id: 3 }],
  })
  expect([read.found.posts, done.created.pages]).toEqual([1, 1])
  expect(await find('weaver')).toMatchObject({ content: '<h2>By <em>hand</em></h2>', author: 'Ada', category: 'Looms' })
})
