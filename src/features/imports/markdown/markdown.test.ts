import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import sharp from 'sharp'
import type { MediaPart } from '#features/media/contract'
import { openImporting } from '#test/content/importing'
import { zipOf } from '#test/content/zip'

let site: Awaited<ReturnType<typeof openImporting>>
beforeAll(async () => {
  site = await openImporting([])
})
beforeEach(() => site.begin())
afterAll(() => site.close())

const picture = async (background: string) =>
  new Uint8Array(
    await sharp({ create: { width: 50, height: 40, channels: 3, background } })
      .png()
      .toBuffer(),
  )

type Item = { id: number; slug: string; title: string; status: string; content: string; imageUrl: string }

async function bring(files: Record<string, string | Uint8Array>, changes = {}) {
  const { status, json: read } = await site.sendFile(await zipOf(files), 'site.zip')
  expect([status, read.kind]).toEqual([201, 'markdown'])
  return { read, done: await site.run(read.id, changes) }
}
async function post(slug: string) {
  const { json } = await site.send<Item>('GET', `/api/blog/${slug}?status=all`)
  return json.content?.startsWith('{')
    ? { ...json, content: (JSON.parse(json.content) as { content: string }).content }
    : json
}

test('a folder of Hugo is imported with its languages, bundles, shortcodes and aliases', async () => {
  const { read, done } = await bring({
    'my-site-main/hugo.toml': 'baseURL = "https://old.test/"\n',
    'my-site-main/README.md': '# How to build this\n',
    'my-site-main/content/_index.md': '---\ntitle: Home\n---\nWelcome',
    'my-site-main/content/about.md': '+++\ntitle = "About us"\nslug = "who-we-are"\n+++\nWe lift.\n',
    'my-site-main/content/posts/first.md':
      '---\ntitle: "First: light"\ndate: 2024-01-02T10:00:00+02:00\ndraft: false\ndescription: How\ncategories: [Cranes, Other]\ntags: [a]\nauthor: Ada\naliases: [/old/first/, "/2020/first.html"]\nimage: /img/crane.png\n---\n# First: light\n\nSee [second]({{< ref "second.md" >}}) and [it](https://old.test/posts/second/).\n\n{{< figure src="/img/crane.png" alt="A crane" caption="At work" >}}\n\n{{< youtube w7Ft2ymGmfc >}}\n\n{{< gist ada 1 >}}\n\n```html\n{{< kept >}}\n```\n\nA note.[^n]\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n\n<!--more-->\n\n[^n]: Its *words*.\n',
    'my-site-main/content/posts/second/index.md':
      '---\ntitle: Second\ndate: 2024-02-02\nfeatured_image: crane.png\ndraft: true\n---\n![Beside](crane.png)\n',
    'my-site-main/content/posts/second/index.es.md':
      '---\ntitle: Segundo\ndate: 2024-02-02\n---\nTexto ![Al lado](crane.png)\n',
    'my-site-main/content/posts/second/crane.png': await picture('#936'),
    'my-site-main/content/posts/third.de.md': '---\ntitle: Drittes\n---\nText',
    'my-site-main/static/img/crane.png': await picture('#369'),
    'my-site-main/node_modules/x/readme.md': '# x',
    'my-site-main/.git/HEAD': 'ref',
    '__MACOSX/my-site-main/._hugo.toml': 'x',
  })
  expect(read.found).toEqual({ posts: 2, pages: 1, media: 2, redirects: expect.any(Number) } as never)
  expect(read.skipped.map(({ title, why }) => `${title}: ${why}`).toSorted()).toEqual([
    'First: light: [gist] has no equivalent here: removed',
    'README.md: It describes the files around it: left out',
    'content/_index.md: It belongs to a list that this site creates itself: left out',
    'content/posts/third.de.md: “de” isn’t a language of this site: left out',
  ])
  expect([done.state, done.failed.map(({ title }) => title)]).toEqual(['done', ['/about/']])
  const first = await post('first')
  expect({ ...first }).toMatchObject({
    title: 'First: light',
    excerpt: 'How',
    publishedAt: '2024-01-02T08:00:00.000Z',
    category: 'Cranes',
    author: 'Ada',
    status: 'published',
    imageUrl: expect.stringMatching(/^\/media\/\d+\/crane\.png$/),
  })
  for (const part of [
    '<a href="/blog/second/">second</a>',
    '<a href="/blog/second/">it</a>',
    `<figure><img src="${first.imageUrl}" alt="A crane"><figcaption>At work</figcaption></figure>`,
    'https://www.youtube.com/watch?v=w7Ft2ymGmfc',
    '{{&lt; kept &gt;}}',
    '<sup id="note-1-ref"><a href="#note-1">1</a></sup>',
    '<li id="note-1"><span>Its <em>words</em>.</span> <a href="#note-1-ref">↩</a></li>',
    '<td>2</td>',
    '☑ done',
  ])
    expect(first.content).toContain(part)
  expect(first.content).not.toMatch(/<h1|gist|more--/)
  const second = await post('second')
  expect(second).toMatchObject({ status: 'draft', translations: { es: { title: 'Segundo' } } })
  expect(second.imageUrl).not.toBe(first.imageUrl)
  expect(second.content).toBe(`<figure><img src="${second.imageUrl}" alt="Beside"></figure>`)
  const page = (await site.send<{ blocks: object[] }>('GET', '/api/pages/who-we-are')).json
  expect(page.blocks).toMatchObject([{ type: 'text', html: '<p>We lift.</p>' }])
  for (const path of ['/old/first/', '/2020/first.html', '/posts/first/']) {
    const moved = await site.ask(path)
    expect([path, moved.status, moved.headers.get('location')]).toEqual([path, 301, '/blog/first/'])
  }
})

test('a folder of Jekyll is imported with the dates of its file names, its drafts, tags and permalinks', async () => {
  const { read, done } = await bring({
    '_config.yml': 'url: "https://old.test"\nbaseurl: ""\n',
    '_posts/2020-03-04-hello-world.markdown':
      '---\nlayout: post\ncategories: news harbour\npublished: true\n---\n{% highlight ruby %}\nputs 1\n{% endhighlight %}\n\n![Crane]({{ site.baseurl }}/assets/crane.png){: .wide }\n\n[Next]({% post_url 2020-03-05-next %}) {% include box.html %}\n',
    '_posts/2020-03-05-next.md':
      '---\ntitle: Next\ndate: 2020-03-05 10:30:00 +0200\nauthor: {name: Bob}\n---\n[Back](/2020/03/04/hello-world.html)\n',
    '_posts/2020-03-06-hidden.md': '---\ntitle: Hidden\npublished: false\n---\nx',
    '_drafts/idea.md': '---\ntitle: An idea\n---\nSoon',
    'team.md': '---\nlayout: page\ntitle: Team\npermalink: /people/\n---\nAda',
    'assets/crane.png': await picture('#693'),
  })
  expect(read.found).toMatchObject({ posts: 4, pages: 1, media: 1 })
  expect(read.skipped).toEqual([{ title: 'Hello world', why: '[include] has no equivalent here: removed' }])
  expect(done.failed).toEqual([])
  const hello = await post('hello-world')
  expect(hello).toMatchObject({ title: 'Hello world', publishedAt: '2020-03-04T00:00:00.000Z', status: 'published' })
  expect(hello.content).toContain('<pre><code class="language-ruby">puts 1</code></pre>')
  expect(hello.content).toMatch(/<figure><img src="\/media\/\d+\/crane\.png" alt="Crane"><\/figure>/)
  expect(hello.content).toContain('<a href="/blog/next/">Next</a>')
  expect(await post('next')).toMatchObject({ publishedAt: '2020-03-05T08:30:00.000Z', author: 'Bob' })
  expect((await post('next')).content).toContain('<a href="/blog/hello-world/">Back</a>')
  expect([(await post('hidden')).status, (await post('idea')).status]).toEqual(['draft', 'draft'])
  expect((await site.ask('/2020/03/04/hello-world.html')).headers.get('location')).toBe('/blog/hello-world/')
  expect((await site.ask('/people/')).headers.get('location')).toBe('/team/')
})

test('collections of Astro become posts, projects and pages, without the MDX syntax', async () => {
  const { read, done } = await bring({
    'astro.config.mjs': "export default defineConfig({ site: 'https://old.test' })",
    'src/content/blog/en/first.mdx':
      "---\ntitle: First\npubDate: 'Jul 08 2022'\nheroImage: '../../../assets/hero.png'\n---\nimport Box from '../box.astro'\n\n<Box kind=\"a\">\n\nInside\n\n</Box>\n",
    'src/content/blog/es/first.mdx': '---\ntitle: Primero\npubDate: 2022-07-08\n---\nDentro\n',
    'src/content/projects/lease.md': '---\ntitle: Lease Reader\ndescription: Reads\n---\nText',
    'src/pages/team.md': '---\ntitle: Team\n---\nAda',
    'src/assets/hero.png': await picture('#396'),
    'src/content/blog/bad.md': '---\ntitle: [unclosed\n---\nIts text stays.\n',
    'src/content/blog/when.md': '---\ntitle: When\ndate: soon\n---\nx',
  })
  expect(read.found).toMatchObject({ posts: 4, pages: 1, media: 1 })
  expect(done.failed).toEqual([])
  expect(await post('first')).toMatchObject({
    title: 'First',
    content: '<p>Inside</p>',
    publishedAt: '2022-07-08T00:00:00.000Z',
    imageUrl: expect.stringMatching(/hero\.png$/),
    translations: { es: { title: 'Primero', content: '<p>Dentro</p>' } },
  })
  expect((await site.send<Item>('GET', '/api/projects/lease')).json).toMatchObject({
    title: 'Lease Reader',
    description: 'Reads',
  })
  expect(await post('bad')).toMatchObject({ title: 'Bad', status: 'draft', content: '<p>Its text stays.</p>' })
  expect(await post('when')).toMatchObject({ status: 'draft', publishedAt: null })
  expect(read.skipped.map(({ why }) => why)).toEqual(
    expect.arrayContaining([
      'The front matter couldn’t be read: only the text is imported, as a draft',
      '“soon” isn’t a date: it becomes a draft',
    ]),
  )
})

test('pictures are extracted from the zip once, also unused ones, and no temporary file is left', async () => {
  const files = {
    'a.md': '---\ntitle: A\nimage: p.png\n---\n![x](p.png)\n',
    'p.png': await picture('#111'),
    'q.png': await picture('#222'),
    'broken.png': 'no picture',
  }
  const { done } = await bring(files)
  expect([done.created.media, done.failed.map(({ title }) => title)]).toEqual([2, ['broken.png']])
  const names = await Array.fromAsync(site.t.services.files.list())
  // The failed picture remains for a retry.
  expect(names.filter(({ name }) => name.startsWith('import-')).length).toBe(1)
  expect((await site.send<MediaPart>('GET', '/api/media')).json.items.length).toBe(2)
})

test('zips without texts, truncated or damaged, are refused', async () => {
  const whole = await zipOf({ 'a.md': '---\ntitle: A\n---\nx'.repeat(100) })
  const flipped = whole.slice()
  flipped.fill(0xff, 40, 60)
  const stored = await zipOf({ 'a.md': '# Stored' }, { compress: false })
  const otherText = stored.map((byte, at) => (at === Buffer.from(stored).indexOf('Stored') ? byte + 1 : byte))
  for (const [what, content, why] of [
    ['no text', await zipOf({ 'a.png': 'x' }), /no Markdown file/],
    ['nothing', await zipOf({}), /./],
    ['half', whole.slice(0, whole.length / 2), /damaged/],
    ['other bytes', flipped, /damaged/],
    ['a text with another checksum', otherText, /damaged/],
  ] as const) {
    const { status, json } = await site.sendFile(content, 'site.zip')
    expect([what, status, json.issues?.[0]?.message]).toEqual([what, 422, expect.stringMatching(why)])
  }
})
