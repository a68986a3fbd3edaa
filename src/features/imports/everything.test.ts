import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { openImporting } from '#test/content/importing'
import { wxrOf } from '#test/content/wxr'
import { zipOf } from '#test/content/zip'

let site: Awaited<ReturnType<typeof openImporting>>
beforeAll(async () => {
  site = await openImporting([])
})
beforeEach(() => site.begin())
afterAll(() => site.close())

const wordpress = async () => {
  const xml = await Bun.file(new URL('fixtures/wordpress.xml', import.meta.url)).text()
  return { xml: xml.replaceAll('https://old.example', `http://${site.old}`), titles: titlesIn(xml) }
}
const titlesIn = (xml: string) =>
  [...xml.matchAll(/<item>\s*<title>(?:<!\[CDATA\[)?([\s\S]*?)(?:\]\]>)?<\/title>/g)].map(([, title]) => title ?? '')

const guid = 'https://old.example/?p=1'
const copies = wxrOf([
  { title: 'One', guid },
  { title: 'One', guid },
  { title: 'Other', guid },
  { title: 'A menu', type: 'nav_menu_item' },
  { title: 'A template', type: 'wp_template' },
  { title: 'Never saved', status: 'auto-draft' },
  { title: 'In the trash', status: 'trash' },
  { title: 'A file', type: 'attachment', status: 'inherit', attachment: 'nowhere' },
  { title: 'Eine Seite', type: 'page', terms: [{ domain: 'language', slug: 'de', name: 'Deutsch' }] },
  { title: 'Too long', content: 'long '.repeat(200_000) },
])
const uuid = 'c5b2d1c0-0000-4000-8000-000000000001'
const ghost = {
  posts: [
    { uuid, title: 'One', slug: 'one', html: '<p>One</p>', status: 'published' },
    { uuid, title: 'Copy', slug: 'copy', html: '<p>Copy</p>', status: 'published' },
    { title: 'A page', slug: 'page', type: 'page', html: '<p>Page</p>' },
    { title: 'A letter', slug: 'letter', type: 'newsletter', html: '<p>Letter</p>' },
    { title: 'Too long', slug: 'long', html: `<p>${'long '.repeat(200_000)}</p>` },
  ],
}
const table = [
  'title,slug,content,language',
  'One,one,Text,en',
  'Copy,one,Other text,en',
  'Uno,one,Texto,es',
  'Un,one,Texte,fr',
  ',untitled,No title,en',
  'Unspoken,unspoken,Text,',
  'Unspoken again,unspoken,Text,en',
].join('\n')
const files = {
  'content/posts/one.md': '---\ntitle: One\ntranslationKey: k\n---\nText',
  'content/posts/copy.md': '---\ntitle: Copy\ntranslationKey: k\n---\nText',
  'content/posts/one.es.md': '---\ntitle: Uno\ntranslationKey: k\n---\nTexto',
  'content/posts/one.de.md': '---\ntitle: Eins\ntranslationKey: k\n---\nText',
  'content/posts/_index.md': '---\ntitle: All\n---\nAll posts',
  'content/posts/broken.md': '---\ntitle: [\n---\nText',
  'content/pages/too-long.md': `---\ntitle: Too long\n---\n${'long '.repeat(200_000)}`,
}

const oldGhost = {
  posts: [
    { uuid, title: 'By number', slug: 'one', html: '<p>One</p>', status: 'published', published_at: 1388318310783 },
    { uuid, title: 'By number', slug: 'one', markdown: 'Copy', status: 'published', published_at: 'soon' },
    { title: 'Flagged', slug: 'page', page: 1, html: '<p>Page</p>' },
    { title: 'Sent', slug: 'sent', status: 'sent', html: '<p>Sent</p>' },
    { title: 'With a picture', slug: 'picture', image: '/content/images/gone.png', html: '<p>Text</p>' },
  ],
}
const letters = [
  'post_id,post_date,is_published,title,subtitle,body,podcast_url',
  '1.one,2021-03-04T10:00:00.000Z,true,One,Sub,Text,x',
  '2.one,06/05/2024,true,Two,Sub,Text,',
  '3.three,someday,maybe,Three,Sub,Text,',
  '4.one,2021-03-04,false,One,Sub,Text,',
].join('\n')
const unusualFiles = {
  '_config.yml': 'title: Old\npermalink: pretty\n',
  'news/_posts/2024-9-1-one.md': '---\ntitle: One\n---\n![x](gone.png)',
  'news/_posts/2024-09-02-two.html': '---\ntitle: Two\n---\n<p>Text</p>',
  'content/posts/gru\u0301a.mdx': '---\ntitle: Three\n---\n<Chart data={1} />\n\nText',
  'content/posts/a.zh-hant-tw.md': '---\ntitle: Four\n---\nText',
  'content/posts/bomb.md': '---\ntitle: &a [*a]\n---\nText',
  'index.html': '---\nlayout: home\n---\n{% for a in b %}',
  'static/film.mp4': 'x',
}

test.each<[string, () => Promise<{ file: BlobPart; records: readonly (string | RegExp)[] }>]>([
  [
    'the export of WordPress',
    async () => {
      const { xml, titles } = await wordpress()
      return {
        file: xml,
        records: titles.map((title) => title.replace(/&#\d+;.*/, '')).map((title) => new RegExp(`^${title}`)),
      }
    },
  ],
  ['copied and unusual records of WordPress', () => Promise.resolve({ file: copies, records: titlesIn(copies) })],
  [
    'an export of Ghost',
    () =>
      Promise.resolve({
        file: JSON.stringify({ db: [{ meta: {}, data: ghost }] }),
        records: ghost.posts.map(({ title }) => title),
      }),
  ],
  [
    'a table',
    () =>
      Promise.resolve({
        file: table,
        records: ['One', 'Copy', 'Uno', 'Un', 'untitled', 'Unspoken', 'Unspoken again'],
      }),
  ],
  [
    'files of Markdown',
    async () => ({
      file: await zipOf(files),
      records: ['One', 'Copy', 'Uno', /one\.de\.md/, /_index\.md/, /[Bb]roken/, /^(Too long|.*too-long\.md)$/],
    }),
  ],
  [
    'an export of Ghost 0',
    () =>
      Promise.resolve({
        file: JSON.stringify({ db: [{ meta: {}, data: oldGhost }] }),
        records: [...oldGhost.posts.map(({ title }) => title), /gone\.png/],
      }),
  ],
  [
    'a table of a newsletter',
    () => Promise.resolve({ file: letters, records: ['podcast_url', 'One', 'Two', 'Three', 'One'] }),
  ],
  [
    'unusual files of a zip',
    async () => ({
      file: await zipOf(unusualFiles),
      records: ['One', /gone\.png/, 'Two', 'Three', /zh-hant-tw/, /[Bb]omb/, 'index.html', 'static/film.mp4'],
    }),
  ],
])('of %s every record arrives or is listed, in either language of the import', async (_, read) => {
  for (const language of ['en', 'es'] as const) {
    await site.begin()
    const { file, records } = await read()
    expect(records.length).toBeGreaterThan(4)
    const { status, json } = await site.sendFile(file, 'old')
    expect(status).toBe(201)
    const done = await site.run(json.id, { language })
    expect(done.state).toBe('done')
    const listed = [...done.skipped, ...done.failed].map(({ title }) => title)
    const left = [...(await titlesOnSite()), ...listed]
    const lost = records.filter((record) => {
      const at = left.findIndex((title) => (typeof record === 'string' ? title === record : record.test(title)))
      // Each is found once: two records of one title need two places.
      if (at !== -1) left.splice(at, 1)
      return at === -1
    })
    expect([language, lost]).toEqual([language, []])
  }
})

type Listed = { title: string; translations?: { es?: { title?: string } } }

/** The titles of posts, pages and pictures; of translations as well, where they differ. */
async function titlesOnSite(): Promise<string[]> {
  const posts = (await site.send<Listed[]>('GET', '/api/blog?status=all')).json
  const pages = (await site.send<Listed[]>('GET', '/api/pages?status=all')).json
  const media = (await site.send<{ items?: { name: string }[] }>('GET', '/api/media')).json
  const records = [...posts, ...pages].flatMap(({ title, translations }) =>
    [title, translations?.es?.title ?? title].filter((one, at, all) => all.indexOf(one) === at),
  )
  return [...records, ...(media.items ?? []).map(({ name }) => name)]
}
