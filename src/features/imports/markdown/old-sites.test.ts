import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import sharp from 'sharp'
import { openImporting } from '#test/content/importing'
import { zipOf } from '#test/content/zip'
import { expandedPath, isPattern, foldersOfLanguages, placeOfFile } from './place-of-file'

let site: Awaited<ReturnType<typeof openImporting>>
let picture: Uint8Array
beforeAll(async () => {
  site = await openImporting([])
  picture = new Uint8Array(
    await sharp({ create: { width: 50, height: 40, channels: 3, background: '#369' } })
      .png()
      .toBuffer(),
  )
})
beforeEach(() => site.begin())
afterAll(() => site.close())

type Item = { slug: string; title: string; content: string; imageUrl: string } & Record<string, unknown>
const find = async (slug: string) => (await site.send<Item>('GET', `/api/blog/${slug}?status=all`)).json
const movedTo = async (path: string) => (await site.ask(path)).headers.get('location')

async function bring(files: Record<string, string | Uint8Array>) {
  const zip = await zipOf(files)
  const { status, json: read } = await site.sendFile(zip, 'site.zip')
  expect(status).toBe(201)
  const done = await site.run(read.id)
  const again = await site.sendFile(zip, 'site.zip')
  expect((await site.run(again.json.id)).created).toMatchObject({ posts: 0, pages: 0 })
  return { read, done, listed: read.skipped.map(({ title, why }) => `${title}: ${why}`) }
}

test.each([
  ['decomposed in the zip', 'dós', 'NFD', 'NFC'],
  ['decomposed in the text', 'dós', 'NFC', 'NFD'],
  ['decomposed in both', 'grúa ñandú', 'NFD', 'NFD'],
] as const)('names %s lead to their pictures and posts', async (_, name, inZip, inText) => {
  const [file, link] = [name.normalize(inZip), name.normalize(inText)]
  const { read, done } = await bring({
    'content/posts/uno.md': `---\ntitle: Uno\nimage: img/${link}.png\n---\n![Grúa](<img/${link}.png>)\n\n[dos](<${link}.md>)\n`,
    [`content/posts/img/${file}.png`]: picture,
    [`content/posts/${file}.md`]: '---\ntitle: Dos\nslug: dos\n---\nText\n',
  })
  expect([read.skipped, done.created.media, done.failed]).toEqual([[], 1, []])
  const uno = await find('uno')
  expect(uno.imageUrl).toStartWith('/media/')
  expect(uno.content).toContain(`<img src="${uno.imageUrl}"`)
  expect(uno.content).toContain('<a href="/blog/dos/">dos</a>')
})

test('names in UTF-8 that the zip does not call so are read, as a Mac writes them', async () => {
  const zip = await zipOf({ ['posts/dó.md'.normalize('NFD')]: '---\ntitle: Dos\n---\n[me](dó.md)\n' })
  const view = Buffer.from(zip.buffer)
  const flags = [view.indexOf('PK\x03\x04', 0, 'latin1') + 6, view.indexOf('PK\x01\x02', 0, 'latin1') + 8]
  expect(flags.map((at) => view.readUInt16LE(at) & 0x800)).toEqual([0x800, 0x800])
  for (const at of flags) view.writeUInt16LE(view.readUInt16LE(at) & ~0x800, at)
  const { json: read } = await site.sendFile(zip, 'mac.zip')
  await site.run(read.id)
  expect((await find('do')).content).toBe('<p><a href="/blog/do/">me</a></p>')
})

test('files with other capitals are found, and pictures that the zip lacks are listed by their names', async () => {
  const { listed, done } = await bring({
    'content/posts/caso.md':
      '---\ntitle: Caso\nimage: img/Crane.PNG\n---\n![c](IMG/crane.png) [b](OTRO.md) ![x](img/gone.png) ![y](/img/away.png)\n',
    'content/posts/otro.md': '---\ntitle: Otro\nimage: lost.jpg\n---\nText\n',
    'content/posts/img/crane.png': picture,
  })
  expect(listed.toSorted()).toEqual([
    'content/posts/img/gone.png: “Caso” shows this picture, which isn’t among the file’s pictures: it will be missing',
    'content/posts/lost.jpg: “Otro” shows this picture, which isn’t among the file’s pictures: it will be missing',
    'img/away.png: “Caso” shows this picture, which isn’t among the file’s pictures: it will be missing',
  ])
  expect(done.failed).toEqual([])
  const caso = await find('caso')
  expect(caso.imageUrl).toStartWith('/media/')
  expect(caso.content).toContain(`<img src="${caso.imageUrl}" alt="c"> <a href="/blog/otro/">b</a>`)
})

test('files that are no Markdown are read or listed', async () => {
  const { read, done, listed } = await bring({
    '_config.yml': 'title: Old\n',
    '_posts/2024-01-03-in-html.html': '---\ntitle: In HTML\n---\n<p>Its {{ site.title }} <b>text</b></p>\n',
    '_posts/2024-9-1-single.md': '---\ntitle: One-digit month\n---\nText\n',
    '_layouts/default.html': '<html>',
    'index.html': '---\nlayout: home\n---\n{% for post in site.posts %}{% endfor %}',
    'about.html': '---\ntitle: About this\n---\n<p>Us</p>',
    'plain.html': '<p>No front matter</p>',
    'film.mp4': 'x',
    'notes.txt': 'x',
    'posts/nunjucks.njk': 'x',
    'content/blog/in-data.json': '{}',
    '_includes/part.njk': 'x',
    'robots.txt': 'x',
    'style.css': 'x',
  })
  expect(listed.toSorted()).toEqual([
    'content/blog/in-data.json: Files of this type have no place here: left out',
    'film.mp4: Files of this type have no place here: left out',
    'index.html: It is a page template, not a text: left out',
    'notes.txt: Files of this type have no place here: left out',
    'plain.html: Files of this type have no place here: left out',
    'posts/nunjucks.njk: Files of this type have no place here: left out',
  ])
  expect([read.found.posts, done.created.posts]).toEqual([3, 3])
  expect((await find('in-html')).content).toBe('<p>Its Old <b>text</b></p>')
  expect(await find('single')).toMatchObject({ publishedAt: '2024-09-01T00:00:00.000Z' })
  expect(await movedTo('/2024/09/01/single.html')).toBe('/blog/single/')
})

test('other languages are left out and listed, by the name of the file, the folder or the front matter', async () => {
  const { listed, done } = await bring({
    'content/post/a/index.md': '---\ntitle: English\n---\nText',
    'content/post/a/index.es.md': '---\ntitle: Español\n---\nTexto',
    'content/post/a/index.zh-hant-tw.md': '---\ntitle: 中文\n---\n中文',
    'content/post/a/index.pt_BR.md': '---\ntitle: Português\n---\nTexto',
    'content/es/post/b.md': '---\ntitle: Solo\n---\nTexto',
    'content/de/post/b.md': '---\ntitle: Deutsch\n---\nText',
    'content/post/it/c.md': '---\ntitle: About IT\n---\nText',
    'content/post/node.js.md': '---\ntitle: Node.js\n---\nText',
    'content/post/d.md': '---\ntitle: D\ntranslationKey: d\n---\nText',
    'content/post/e.md': '---\ntitle: E\ntranslationKey: d\nlang: sr-Latn-RS\n---\nText',
  })
  expect(listed.toSorted()).toEqual([
    'content/de/post/b.md: “de” isn’t a language of this site: left out',
    'content/post/a/index.pt_BR.md: “pt_br” isn’t a language of this site: left out',
    'content/post/a/index.zh-hant-tw.md: “zh-hant-tw” isn’t a language of this site: left out',
    'content/post/e.md: “sr-latn-rs” isn’t a language of this site: left out',
  ])
  expect([done.created.posts, done.failed]).toEqual([5, []])
  expect(await find('a')).toMatchObject({ title: 'English', translations: { es: { title: 'Español' } } })
})

test('two texts of one translation key and language both come', async () => {
  const { done } = await bring({
    'a.md': '---\ntitle: A\ntranslationKey: k\n---\nText',
    'b.md': '---\ntitle: B\ntranslationKey: k\n---\nText',
    'c.es.md': '---\ntitle: C\ntranslationKey: k\n---\nTexto',
  })
  expect([done.created.posts, done.failed]).toEqual([2, []])
  expect(await find('a')).toMatchObject({ title: 'A', translations: { es: { title: 'C' } } })
  expect((await find('b')).title).toBe('B')
})

test('entities in front matter are read, those in an export of this site are its text', async () => {
  await bring({
    'content/posts/a.md':
      "---\ntitle: 'M&eacute;tricas &amp; c&#243;digo &nope;'\ndescription: 'D&iacute;a <b>'\ntags: ['R&amp;D']\n---\nText",
  })
  expect(await find('a')).toMatchObject({ title: 'Métricas & código &nope;', excerpt: 'Día <b>', category: 'R&D' })
  await site.begin()
  await bring({ 'export.yaml': 'site: https://old.test\n', 'posts/a/index.md': "---\ntitle: 'A &amp; B'\n---\nText" })
  expect((await find('a')).title).toBe('A &amp; B')
})

test('aliases without a slash, paths of Zola, and permalinks answer 301', async () => {
  await bring({
    'config.toml': 'base_url = "https://old.test"\n',
    'content/blog/a.md':
      '+++\ntitle = "A"\npath = "deep/er/a-path"\naliases = ["old/a.html", "/older/a/"]\n[extra]\nauthor = "Ada"\n[taxonomies]\ntags = ["Iron"]\n+++\nText',
    'content/blog/b.md': '---\ntitle: B\nurl: first/b/\nredirect_from: [./c/b, "https://old.test/d/b/"]\n---\nText',
  })
  expect(await find('a-path')).toMatchObject({ author: 'Ada', category: 'Iron' })
  for (const path of ['/deep/er/a-path/', '/old/a.html', '/older/a/'])
    expect([path, await movedTo(path)]).toEqual([path, '/blog/a-path/'])
  for (const path of ['/first/b/', '/c/b/', '/d/b/']) expect([path, await movedTo(path)]).toEqual([path, '/blog/b/'])
})

test.each([
  ['pretty', '', '/news/2013/06/27/casting/'],
  ['date', '', '/news/2013/06/27/casting.html'],
  ['none', '', '/news/casting.html'],
  ['ordinal', '', '/news/2013/178/casting.html'],
  ['weekdate', '', '/news/2013/W26/Thu/casting.html'],
  ['/:categories/:year/:i_month/:title/', 'categories: Iron Steel', '/news/iron/steel/2013/6/casting/'],
  ['/archive/:year-:month-:day-:slug.html', '', '/archive/2013-06-27-casting.html'],
  ['pretty', 'permalink: /mine/', '/mine/'],
  ['pretty', 'permalink: /:year/:title', '/2013/casting'],
])('the old path of Jekyll by the permalink %s is redirected', async (permalink, head, path) => {
  await bring({
    '_config.yml': `title: Old\npermalink: ${permalink}\n`,
    'news/_posts/2013-06-27-casting.md': `---\nlayout: post\ntitle: Casting\n${head}\n---\nText\n`,
  })
  expect(await movedTo(path)).toBe('/blog/casting/')
})

test('the old path of Hugo by the permalinks of its sections is redirected', async () => {
  await bring({
    'hugo.toml': '[permalinks]\nposts = "/:year/:monthname/:slug/"\n',
    'content/posts/casting.md': '---\ntitle: Casting\ndate: 2013-06-27\n---\nText\n',
  })
  expect(await movedTo('/2013/june/casting/')).toBe('/blog/casting/')
})

test('a pattern without its facts gives no path', () => {
  const facts = { categories: [], slug: 'a', title: 'A', sections: [] }
  expect([expandedPath('pretty', facts), expandedPath('none', facts), expandedPath('/:nothing/', facts)]).toEqual([
    undefined,
    '/a.html',
    undefined,
  ])
  expect([isPattern('/a/'), isPattern('pretty'), isPattern('/:title'), isPattern('https://a.test/b')]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test.each([
  ['content/posts/hello.es-MX.md', { language: 'es', slug: 'hello' }],
  ['content/posts/hello.es-419.md', { language: 'es', slug: 'hello' }],
  ['content/posts/hello.sr_Latn.md', { otherLanguage: 'sr_latn', slug: 'hello' }],
  ['content/posts/hello.zh-Hans.md', { otherLanguage: 'zh-hans', slug: 'hello' }],
  ['content/posts/hello.fil-PH.md', { otherLanguage: 'fil-ph', slug: 'hello' }],
  ['content/posts/jquery.min.md', { slug: 'jquery.min' }],
  ['content/zh-hant-tw/hello.md', { otherLanguage: 'zh-hant-tw', slug: 'hello' }],
  ['content/my-docs/hello.md', { slug: 'hello' }],
  ['blog/2024/05/06/hello/index.mdoc', { date: '2024-05-06', slug: 'hello' }],
  ['blog/2024-05-06/hello.Rmd', { date: '2024-05-06', slug: 'hello' }],
  ['Export/My page 0123456789abcdef0123456789abcdef.md', { slug: 'My page' }],
  ['2024-9-1_hello.md', { date: '2024-09-01', slug: 'hello' }],
])('the place of %s', (name, expected) => {
  const { language, otherLanguage, slug, date } = placeOfFile(name, foldersOfLanguages([name]))
  expect({ language, otherLanguage, slug, date } as object).toEqual(expected)
})

test('the parts of the names of files stay apart in slugs', async () => {
  await bring({
    'content/posts/release.v2.md': '---\ntitle: Two\n---\nText\n',
    'content/posts/node.js.md': '---\ntitle: Node\n---\nText\n',
  })
  expect([(await find('release-v2')).title, (await find('node-js')).title]).toEqual(['Two', 'Node'])
  expect(await movedTo('/posts/release.v2/')).toBe('/blog/release-v2/')
})

test.each([
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['western Windows', (text: string) => Buffer.from(text, 'latin1')],
])('a text in the encoding of %s is read', async (_, encoded) => {
  await bring({ 'content/posts/one.md': encoded('---\ntitle: Ñandú\nslug: one\n---\nMañana\n') })
  expect(await find('one')).toMatchObject({ title: 'Ñandú', content: '<p>Mañana</p>' })
})
