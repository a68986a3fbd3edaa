import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { MediaPart } from '#features/media/contract'
import { openImporting } from '#test/content/importing'
import { openZip } from './markdown/zip'

let site: Awaited<ReturnType<typeof openImporting>>
const folder = mkdtempSync(join(tmpdir(), 'round-trip-'))
beforeAll(async () => {
  site = await openImporting([])
})
beforeEach(() => site.begin())
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

type Written = { id: number; slug: string; version: number; imageUrl?: string }

async function make(path: string, body: object): Promise<Written> {
  const { status, text, json } = await site.send<Written>('POST', path, body)
  if (status !== 201) throw new Error(`${path} was answered ${status}: ${text}`)
  return json
}

async function addPicture(name: string, background: string, alt: object) {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], name))
  const { json } = await site.ask<{ id: number; url: string; version: number }>('/api/media', { method: 'POST', body })
  await site.send('PUT', `/api/media/${json.id}`, { alt })
  return json
}

async function takeOut(): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await site.ask('/api/export/markdown')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return answer.bytes
}

async function filesIn(bytes: Uint8Array): Promise<Map<string, string>> {
  const path = join(folder, 'taken.zip')
  writeFileSync(path, bytes)
  const zip = await openZip(path)
  const texts = new Map<string, string>()
  for (const name of zip.entries.keys()) texts.set(name, (await zip.text(name, 1e9))!)
  zip.close()
  return texts
}

/** Everything that an export contains, without counters of the site. */
async function whole() {
  const { items } = (await site.send<MediaPart>('GET', '/api/media')).json
  const names = new Map(items.map(({ url, name }) => [url, `picture ${name}`]))
  const named = (text: string) => text.replaceAll(/\/media\/\d+\/[\w.%-]+/g, (url) => names.get(url) ?? `lost ${url}`)
  const read = async (path: string) => {
    const list = (await site.send<Written[]>('GET', `${path}?status=all`)).json
    const records = await Promise.all(
      list.map(async ({ slug }) => (await site.send<Written>('GET', `${path}/${slug}?status=all`)).json),
    )
    return records
      .map((record) => ({ ...record, id: 0, version: 0, updatedAt: '', draft: null, translation: null }))
      .toSorted((one, other) => one.slug.localeCompare(other.slug))
  }
  const all = { posts: await read('/api/blog'), projects: await read('/api/projects'), pages: await read('/api/pages') }
  return {
    records: JSON.parse(named(JSON.stringify(all))) as typeof all,
    pictures: items
      .map(({ name, bytes, alt }) => ({ name, bytes, alt }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  }
}

async function fill() {
  const crane = await addPicture('Grúa del puerto.png', '#369', { en: 'A "crane"', es: 'Una grúa' })
  const quay = await addPicture('quay.png', '#963', { en: 'Quay', es: '' })
  await addPicture('unused.png', '#333', { en: '', es: '' })
  const post = {
    title: 'Cranes: "all" of them — & more',
    slug: 'cranes',
    excerpt: 'They lift.\nAll day: # no heading',
    content: `<h2>Lifting</h2><p>They <strong>lift</strong>, 1 &lt; 2. See <a href="/blog/ships/#top">ships</a>, <a href="/about/">us</a> and <a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">others</a>.</p><figure><img src="${crane.url}" alt="A crane"><figcaption>At <em>work</em></figcaption></figure><figure><img src="${quay.url}" alt="Quay"><figcaption>The quay</figcaption></figure><table><tbody><tr><th><p>A</p></th><td><p>1</p><p>2</p></td></tr></tbody></table><pre><code class="language-ts">let a = 1\n\n\nlet b</code></pre><ul><li><p>one</p></li><li><p>two</p></li></ul><p>1. no list<br>* nor this</p>`,
    imageUrl: crane.url,
    category: 'Harbour',
    author: 'Ada Quayle',
    publishedAt: '2019-03-04T05:06:07.000Z',
    metadata: { title: 'All cranes', description: 'Seen well', keywords: 'a, b', ogImage: quay.url },
    translations: {
      es: {
        title: 'Grúas',
        slug: 'gruas',
        excerpt: 'Levantan.',
        content: `<p>Levantan <strong>todo</strong>.</p><figure><img src="${quay.url}" alt="Muelle"></figure>`,
        category: 'Puerto',
        metadata: { title: 'Todas' },
      },
    },
  }
  await make('/api/blog', post)
  await make('/api/blog', {
    ...post,
    title: 'Ships',
    slug: 'ships',
    translations: {},
    metadata: {},
    imageUrl: '/images/post-energy-buildings.webp',
  })
  await make('/api/blog', {
    title: 'A bare draft',
    slug: 'bare',
    status: 'draft',
    translations: { es: { title: 'Un borrador' } },
  })
  await make('/api/blog', {
    ...post,
    title: "What's <b>later</b>,  &amp; when?",
    slug: 'later',
    publishedAt: '2050-01-01T00:00:00.000Z',
    imageUrl: 'https://example.com/away.png',
    translations: {},
    content: '<p>Later</p>',
  })
  const gone = await make('/api/blog', { ...post, title: 'Gone', slug: 'gone', translations: {} })
  await site.send('POST', `/api/blog/${gone.id}/trash`, {})
  await make('/api/projects', {
    title: 'Lease Reader',
    slug: 'lease-reader',
    description: 'Reads.',
    excerpt: 'Short',
    content: '<p>Four <em>hundred</em>.</p>',
    category: 'Real Estate',
    type: 'Case',
    imageUrl: quay.url,
    isFeatured: true,
    githubUrl: 'https://github.com/a/b',
    demoUrl: 'https://example.com/demo',
    facts: [
      { label: 'Client: "one"', value: '# 42\nleases' },
      { label: 'Place', value: 'Rotterdam' },
    ],
    results: [{ label: 'Correct', before: '96.1 %', after: '98.4 %', note: 'In 60 leases:\nnever tuned' }],
    translations: {
      es: {
        title: 'Lector',
        description: 'Lee.',
        content: '<p>Cuatrocientos.</p>',
        facts: [{ label: 'Cliente', value: 'Una' }, { label: 'Lugar' }],
        results: [{ label: 'Correctos', before: '96,1 %', after: '98,4 %' }],
      },
    },
  })
  await make('/api/pages', {
    title: 'Plain',
    slug: 'plain',
    blocks: [{ id: 'text', type: 'text', html: '<p>Only <a href="/blog/cranes/">text</a>.</p>' }],
    translations: { es: { title: 'Simple', slug: 'simple', blocks: { text: { html: '<p>Solo texto.</p>' } } } },
  })
  await make('/api/pages', {
    title: 'Service',
    slug: 'service',
    metadata: { description: 'What we do' },
    blocks: [
      {
        id: 'a',
        type: 'hero',
        title: 'We lift',
        text: 'All day',
        picture: { src: crane.url, alt: 'Crane' },
        action: { label: 'Ask', href: '/contact/' },
      },
      {
        id: 'b',
        type: 'text',
        html: `<h2>How</h2><p>See <a href="/blog/cranes/">cranes</a></p><figure><img src="${quay.url}" alt="q"></figure>`,
      },
      { id: 'c', type: 'faq', title: 'Asked', questions: [{ question: 'Why?', answer: '<p>So.</p>' }], hidden: true },
    ],
    translations: {
      es: { title: 'Servicio', slug: 'servicio', blocks: { a: { title: 'Levantamos' }, b: { html: '<p>Cómo</p>' } } },
    },
  })
}

test('an export can be imported into an empty site unchanged', async () => {
  await fill()
  const before = await whole()
  expect([before.records.posts.length, before.records.projects.length, before.records.pages.length]).toEqual([4, 1, 2])
  const zip = await takeOut()
  const files = await filesIn(zip)
  expect([...files.keys()].filter((name) => !name.startsWith('media/')).toSorted()).toEqual([
    'export.yaml',
    'images/post-energy-buildings.webp',
    'pages/plain/index.es.md',
    'pages/plain/index.md',
    'pages/service/index.es.md',
    'pages/service/index.md',
    'posts/bare/index.es.md',
    'posts/bare/index.md',
    'posts/cranes/index.es.md',
    'posts/cranes/index.md',
    'posts/later/index.md',
    'posts/ships/index.md',
    'projects/lease-reader/index.es.md',
    'projects/lease-reader/index.md',
  ])
  const cranes = files.get('posts/cranes/index.md')!
  expect(cranes).toStartWith(
    '---\nlayout: "post"\nlanguage: "en"\ntitle: "Cranes: \\"all\\" of them — & more"\nslug: "cranes"\nstatus: "published"\n',
  )
  expect(cranes).toContain('\n## Lifting\n')
  expect(cranes).toContain('![Quay](../../media/')
  expect(cranes).toContain('href="../../posts/ships/index.md#top"')
  expect(files.get('posts/bare/index.md')).toContain('\nstatus: "draft"\n')
  expect(files.get('posts/later/index.md')).toContain('\nstatus: "scheduled"\n')
  expect(files.get('pages/service/index.md')).toContain('\n## We lift\n')
  expect(files.get('pages/service/index.md')!.split('---')[2]).not.toContain('Why?')

  await site.begin()
  expect((await whole()).records.posts).toEqual([])
  const { status, json: read } = await site.sendFile(zip, 'site.zip')
  expect([status, read.kind, read.found, read.skipped]).toEqual([
    201,
    'markdown',
    { posts: 5, pages: 2, media: 3, redirects: 0 },
    [],
  ] as never)
  const done = await site.run(read.id)
  expect([done.state, done.failed, done.skipped, done.created]).toEqual([
    'done',
    [],
    [],
    { posts: 5, pages: 2, media: 3, redirects: 0 },
  ])
  const after = await whole()
  const own = '/images/post-energy-buildings.webp'
  const ships = before.records.posts.find(({ slug }) => slug === 'ships')!
  expect(ships.imageUrl).toBe(own)
  // The built-in pictures are exported like any other.
  ships.imageUrl = 'picture post-energy-buildings.webp'
  expect(after.records).toEqual(before.records)
  expect(after.pictures.filter(({ name }) => !name.startsWith('post-'))).toEqual(
    before.pictures.filter(({ name }) => name !== 'unused.png'),
  )

  const again = await site.sendFile(zip, 'site.zip')
  expect((await site.run(again.json.id)).created).toEqual({ posts: 0, pages: 0, media: 0, redirects: 0 })
  const { trashed } = (await site.send<{ trashed: number }>('POST', `/api/imports/${read.id}/undo`)).json
  expect(trashed).toBe(7)
})

test('an export imported into its own site reports its records as existing, and does not change them', async () => {
  await fill()
  const zip = await takeOut()
  const { json: cranes } = await site.send<Written>('GET', '/api/blog/cranes')
  const edited = await site.send('PUT', `/api/blog/${cranes.id}`, { ...cranes, title: 'Cranes of today' })
  expect(edited.status).toBe(200)
  const [gone] = (await site.send<Written[]>('GET', '/api/projects')).json
  await site.send('DELETE', `/api/projects/${gone!.id}`)
  const before = (await whole()).records
  const { json: read } = await site.sendFile(zip, 'site.zip')
  expect(read.skipped).toEqual([
    { title: 'site.zip', why: '6 of its records are already on this site and stay unchanged' },
  ])
  expect(await site.run(read.id)).toMatchObject({ state: 'done', failed: [], created: { posts: 1, pages: 0 } })
  const after = (await whole()).records
  expect([after.posts, after.pages]).toEqual([before.posts, before.pages])
  // It has come out of the trash, as it was exported.
  expect(after.projects.map(({ slug }) => slug)).toEqual([gone!.slug])
})

test('an export needs a session or a token with read access to everything in it', async () => {
  expect((await site.ask('/api/export/markdown', { headers: { cookie: '' } })).status).toBe(401)
  const made = await site.send<{ token: string }>('POST', '/api/tokens', { name: 'All', scope: 'read' })
  const answer = await site.ask('/api/export/markdown', {
    headers: { cookie: '', authorization: `Bearer ${made.json.token}` },
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
})

test('slugs in other scripts come back, and links to them, however they are escaped', async () => {
  const name = '한국어'
  await make('/api/blog', { ...bare, title: name, translations: { es: { title: 'Coreano', slug: 'ไทย' } } })
  const links = [encodeURI(`/blog/${name}/`), `/blog/${name}/`, encodeURI(`/blog/${name}/`).toLowerCase()]
  await make('/api/blog', {
    ...bare,
    title: 'Links',
    content: links.map((link) => `<p><a href="${link}">x</a></p>`).join(''),
  })
  const zip = await takeOut()
  const files = await filesIn(zip)
  expect([...files.keys()]).toContain(`posts/${name}/index.es.md`)
  expect(files.get('posts/links/index.md')!.match(/\.\.\/\.\.\/posts\/[^/]+\/index\.md/g)).toHaveLength(3)
  await site.begin()
  const { json: read } = await site.sendFile(zip, 'site.zip')
  expect(read.skipped).toEqual([])
  expect(await site.run(read.id)).toMatchObject({ state: 'done', failed: [], skipped: [] })
  expect(Object.keys((await whole()).records.posts)).toHaveLength(2)
  const [found] = (await whole()).records.posts.filter(({ slug }) => slug === name)
  expect(found).toMatchObject({ slug: name, translations: { es: { slug: 'ไทย' } } })
  const { content } = (await site.send<{ content: string }>('GET', '/api/blog/links?status=all')).json
  expect(content.match(new RegExp(`href="${encodeURI(`/blog/${name}/`)}"`, 'g'))).toHaveLength(3)
})

const bare = { excerpt: 'Short.', content: '<p>Text</p>', imageUrl: '/images/post-energy-buildings.webp' }
