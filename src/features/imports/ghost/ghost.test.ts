import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { openImporting } from '#test/content/importing'
import { lexicalHtml } from './post-html'

let site: Awaited<ReturnType<typeof openImporting>>
beforeAll(async () => {
  site = await openImporting(['/content/images/2024/01/crane.png'])
})
beforeEach(() => site.begin())
afterAll(() => site.close())

type Item = { id: number; slug: string; title: string; status: string; content: string } & Record<string, unknown>
const posts = async () => (await site.send<Item[]>('GET', '/api/blog?status=all')).json

const post = {
  id: 'a1',
  uuid: 'u-1',
  title: 'How we lift',
  slug: 'how-we-lift',
  html: '<p>See <a href="__GHOST_URL__/quay/">the quay</a>.</p><figure><img src="__GHOST_URL__/content/images/2024/01/crane.png" alt="Crane"></figure>',
  type: 'post',
  status: 'published',
  visibility: 'public',
  custom_excerpt: 'In three days.',
  feature_image: '__GHOST_URL__/content/images/2024/01/crane.png',
  published_at: '2024-01-05T08:00:00.000Z',
}
const exported = () => ({
  meta: { version: '5.80.0' },
  data: {
    posts: [
      post,
      {
        ...post,
        id: 'a2',
        uuid: 'u-2',
        title: 'Quay',
        slug: 'quay',
        html: null,
        plaintext: 'One.\n\nTwo <b>.',
        status: 'draft',
        feature_image: null,
        custom_excerpt: null,
      },
      { ...post, id: 'a3', uuid: 'u-3', title: 'For members', slug: 'members', visibility: 'paid' },
      { ...post, id: 'a4', uuid: 'u-4', title: 'Team', slug: 'team', type: 'page', html: '<p>Ada founded it.</p>' },
    ],
    tags: [
      { id: 't0', name: '#inner', visibility: 'internal' },
      { id: 't1', name: 'Cranes', visibility: 'public' },
    ],
    posts_tags: [
      { post_id: 'a1', tag_id: 't1', sort_order: 1 },
      { post_id: 'a1', tag_id: 't0', sort_order: 0 },
    ],
    users: [{ id: 'w1', name: 'Ada Quayle' }],
    posts_authors: [{ post_id: 'a1', author_id: 'w1', sort_order: 0 }],
    posts_meta: [{ post_id: 'a1', feature_image_alt: 'The crane', meta_title: 'Lifting', meta_description: 'How.' }],
    settings: [{ key: 'url', value: `http://${site.old}/` }],
  },
})

test.each([
  ['as Ghost writes it', (whole: object) => ({ db: [whole] })],
  ['unwrapped', (whole: object) => whole],
])('an export %s is imported with its tags, authors, pictures and links, once', async (_, wrap) => {
  const file = JSON.stringify(wrap(exported()))
  const { status, json: read } = await site.sendFile(file, 'ghost.json')
  expect([status, read]).toEqual([
    201,
    {
      id: expect.any(Number),
      kind: 'ghost',
      found: { posts: 3, pages: 1, media: expect.any(Number), redirects: expect.any(Number) },
      skipped: [
        { title: 'Quay', why: 'The file has only its text: the formatting is lost' },
        { title: 'For members', why: 'Only members could read it: it becomes a draft' },
      ],
    } as never,
  ])
  const done = await site.run(read.id)
  expect([done.state, done.created.posts, done.created.pages, done.failed]).toEqual(['done', 3, 1, []])
  const lift = (await site.send<Item>('GET', '/api/blog/how-we-lift')).json
  expect(lift).toMatchObject({
    title: 'How we lift',
    excerpt: 'In three days.',
    author: 'Ada Quayle',
    category: 'Cranes',
    publishedAt: '2024-01-05T08:00:00.000Z',
    imageUrl: expect.stringMatching(/^\/media\/\d+\/crane\.png$/),
    metadata: { title: 'Lifting', description: 'How.' },
  })
  const { content } = JSON.parse(lift.content) as { content: string }
  expect(content).toContain('<a href="/blog/quay/">the quay</a>')
  expect(content).toMatch(/<img[^>]* src="\/media\/\d+\/crane\.png"/)
  const states = Object.fromEntries((await posts()).map(({ slug, status: is }) => [slug, is]))
  expect(states).toEqual({ 'how-we-lift': 'published', quay: 'draft', members: 'draft' })
  const moved = await site.ask('/how-we-lift/')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/blog/how-we-lift/'])
  expect((await site.ask('/team/')).text).toContain('Ada founded it.')
  const again = await site.sendFile(file, 'ghost.json')
  expect((await site.run(again.json.id)).created).toEqual({ posts: 0, pages: 0, media: 0, redirects: 0 })
})

test('an export that does not name its site says how many pictures cannot be fetched', async () => {
  const { data } = exported()
  const { json } = await site.sendFile(JSON.stringify({ data: { ...data, settings: [] } }), 'ghost.json')
  expect([json.found.media, json.skipped[0]]).toEqual([
    0,
    {
      title: 'ghost.json',
      why: 'The file doesn’t say where the old site is: 1 picture can’t be fetched',
    },
  ])
})

test('titles and excerpts are plain text, whatever they contain', async () => {
  const whole = exported()
  const plain = [{ ...post, title: 'Why <b> & &amp; differ', custom_excerpt: 'If a<b,\nthen' }]
  const { json } = await site.sendFile(
    JSON.stringify({ ...whole, data: { ...whole.data, posts: plain } }),
    'ghost.json',
  )
  await site.run(json.id)
  expect((await site.send<Item>('GET', '/api/blog/how-we-lift')).json).toMatchObject({
    title: 'Why <b> & &amp; differ',
    excerpt: 'If a<b, then',
  })
})

test('JSON that is not an export, or truncated, is refused', async () => {
  const whole = JSON.stringify(exported())
  for (const [content, why] of [
    [whole.slice(0, -20), /damaged/],
    ['{"a":1}', /can’t be imported/],
    ['{"db":[]}', /can’t be imported/],
    ['{"data":{"posts":{}}}', /can’t be imported/],
  ] as const) {
    const { status, json } = await site.sendFile(content, 'ghost.json')
    expect([content.slice(0, 20), status, json.issues?.[0]?.message]).toEqual([
      content.slice(0, 20),
      422,
      expect.stringMatching(why),
    ])
  }
})

test('values of the wrong type are no server error', async () => {
  const whole = exported()
  for (const odd of [null, 7, [], {}, true]) {
    const broken = {
      ...whole,
      data: { ...whole.data, posts: [odd, { ...post, title: odd, slug: odd, html: odd }], tags: odd },
    }
    const { status, json } = await site.sendFile(JSON.stringify(broken), 'ghost.json')
    expect([odd, status]).toEqual([odd, 201])
    expect((await site.run(json.id)).state).toBe('done')
  }
})

const lexical = JSON.stringify({
  root: {
    type: 'root',
    children: [
      { type: 'extended-heading', tag: 'h2', children: [{ type: 'extended-text', text: 'Lifting & more', format: 0 }] },
      {
        type: 'paragraph',
        children: [
          { type: 'extended-text', text: 'We ', format: 0 },
          { type: 'extended-text', text: 'lift', format: 3 },
          { type: 'linebreak' },
          { type: 'link', url: '__GHOST_URL__/quay/', children: [{ type: 'text', text: 'the quay', format: 0 }] },
        ],
      },
      {
        type: 'list',
        listType: 'number',
        tag: 'ol',
        children: [{ type: 'listitem', children: [{ type: 'text', text: 'one', format: 16 }] }],
      },
      {
        type: 'image',
        src: '__GHOST_URL__/content/images/2024/01/crane.png',
        alt: 'Crane',
        caption: 'At <em>work</em>',
      },
      { type: 'codeblock', code: 'let a = 1 < 2', language: 'ts' },
      { type: 'horizontalrule' },
      { type: 'toggle', heading: 'Why?', content: '<p>So.</p>' },
      { type: 'callout', calloutText: 'Mind <b>this</b>', calloutEmoji: '💡' },
      { type: 'bookmark', url: 'https://example.com/', metadata: { title: 'An example', description: 'Of it' } },
      {
        type: 'call-to-action',
        textValue: '<p>Lift <b>now</b></p>',
        buttonText: 'Go',
        buttonUrl: 'https://example.com/',
      },
      { type: 'signup', header: 'Join' },
    ],
  },
})
const mobiledoc = JSON.stringify({
  version: '0.3.1',
  atoms: [['soft-return', '', {}]],
  cards: [
    ['image', { src: '/content/images/2024/01/crane.png', alt: 'Crane' }],
    ['markdown', { markdown: '## By *hand*' }],
  ],
  markups: [['strong'], ['a', ['href', 'https://example.com/']]],
  sections: [
    [1, 'h2', [[0, [], 0, 'Old']]],
    [
      1,
      'p',
      [
        [0, [], 0, 'We '],
        [0, [0], 1, 'lift'],
        [1, [], 0, 0],
        [0, [1], 1, 'there'],
      ],
    ],
    [3, 'ul', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
    [10, 0],
    [10, 1],
  ],
})

test('the editor formats of Ghost are imported with their headings, lists, pictures and cards', async () => {
  const whole = exported()
  const kept = [
    { ...post, id: 'a5', uuid: 'u-5', slug: 'lexical', title: 'Lexical', html: null, plaintext: 'Lost', lexical },
    { ...post, id: 'a6', uuid: 'u-6', slug: 'mobiledoc', title: 'Mobiledoc', html: null, plaintext: 'Lost', mobiledoc },
  ]
  const { json } = await site.sendFile(JSON.stringify({ ...whole, data: { ...whole.data, posts: kept } }), 'ghost.json')
  expect(json.skipped).toEqual([{ title: 'Lexical', why: '[signup] has no equivalent here: removed' }])
  expect((await site.run(json.id)).state).toBe('done')
  const content = async (slug: string) => (await site.send<Item>('GET', `/api/blog/${slug}`)).json.content
  const read = async (slug: string) => {
    const text = await content(slug)
    return text.startsWith('{') ? (JSON.parse(text) as { content: string }).content : text
  }
  expect((await read('lexical')).replace(/\/media\/\d+/, '/media/1')).toBe(
    '<h2>Lifting &amp; more</h2><p>We <em><strong>lift</strong></em><br><a href="http://OLD/quay/">the quay</a></p><ol><li><code>one</code></li></ol><figure><img src="/media/1/crane.png" alt="Crane"><figcaption>At <em>work</em></figcaption></figure><pre><code class="language-ts">let a = 1 &lt; 2</code></pre><hr><details><summary>Why?</summary><p>So.</p></details><blockquote><p>💡 Mind <b>this</b></p></blockquote><p><a href="https://example.com/">An example</a></p><p>Of it</p><p>Lift <b>now</b></p><p><a href="https://example.com/">Go</a></p>'.replace(
      'OLD',
      site.old,
    ),
  )
  expect((await read('mobiledoc')).replace(/\/media\/\d+/, '/media/1')).toBe(
    '<h2>Old</h2><p>We <strong>lift</strong><br><a href="https://example.com/">there</a></p><ul><li>one</li><li>two</li></ul><figure><img src="/media/1/crane.png" alt="Crane"></figure><h2>By <em>hand</em></h2>',
  )
})

test.each([
  ['the numbers of a list', { type: 'list', listType: 'number', start: 3 }, '<ol start="3"></ol>'],
  [
    'a callout of paragraphs',
    { type: 'callout', calloutText: '<p dir="ltr">Mind</p><p>it</p>', calloutEmoji: '💡' },
    '<blockquote><p dir="ltr">💡 Mind</p><p>it</p></blockquote>',
  ],
  [
    'the picture of a header',
    { type: 'header', heading: 'Cranes', subheading: 'and more', backgroundImageSrc: '/a.png' },
    '<figure><img src="/a.png" alt=""></figure><h2>Cranes</h2><p>and more</p>',
  ],
])('%s is kept', (_, card, html) => {
  expect(lexicalHtml(JSON.stringify({ root: { children: [card] } }), { removed: new Set() })).toBe(html)
})
