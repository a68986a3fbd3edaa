import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { openImporting } from '#test/content/importing'
import { htmlOfCell } from './cell-html'
import { parseCsv } from './read-csv'

let site: Awaited<ReturnType<typeof openImporting>>
beforeAll(async () => {
  site = await openImporting([])
})
beforeEach(() => site.begin())
afterAll(() => site.close())

test.each([
  [
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a,b,\n', [['a', 'b', '']]],
  [
    '"a, ""b""","c\r\nd"\ne,',
    [
      ['a, "b"', 'c\r\nd'],
      ['e', ''],
    ],
  ],
  ['"open, b\nc', [['"open', ' b'], ['c']]],
  [
    'a,"open\nb,"c, d"\ne,""',
    [
      ['a', '"open'],
      ['b', 'c, d'],
      ['e', ''],
    ],
  ],
  ['a,"<p>b</p>\n<p lang="es">c</p>",d', [['a', '<p>b</p>\n<p lang=es">c</p>"', 'd']]],
  ['"a"x,b', [['ax', 'b']]],
  ['', []],
])('%j is parsed as a table', (text, rows) => {
  expect([...parseCsv(text, ',')]).toEqual(rows)
})

const saved = 'title;slug;content;publishedAt\r\n"Grúa “alta”";crane;Cuesta 5 €;2024-05-06 10:00\r\n'
const utf16 = Buffer.from(`\uFEFF${saved}`, 'utf16le')
const code: Readonly<Record<string, number>> = { '“': 0x93, '”': 0x94, '€': 0x80 }

test.each<[string, string | Uint8Array<ArrayBuffer>]>([
  ['UTF-8', saved],
  ['UTF-16', new Uint8Array(utf16)],
  ['UTF-16, the other way round', new Uint8Array(Buffer.from(utf16).swap16())],
  ['the code page of western Windows', Uint8Array.from(saved, (letter) => code[letter] ?? letter.charCodeAt(0))],
  ['UTF-8 below a line that names the separator', `sep=;\r\n${saved}`],
  ['UTF-8 below empty lines', `\n\n${saved}`],
])('a table in %s is read', async (_, table) => {
  const { status, json: read } = await site.sendFile(table, 'posts.csv')
  expect(status).toBe(201)
  await site.run(read.id)
  const { json } = await site.send<Item>('GET', '/api/blog/crane')
  expect(json).toMatchObject({ title: 'Grúa “alta”', content: '<p>Cuesta 5 €</p>' })
  expect(json.publishedAt).toBe('2024-05-06T10:00:00.000Z')
})

test('one damaged character does not change how the others of a table are read', async () => {
  const table = Buffer.from('title,slug,content,publishedAt\n"Grúa ?",crane,Text,2024-05-06\n')
  table[table.indexOf('?')] = 0xff
  const { json: read } = await site.sendFile(new Uint8Array(table), 'posts.csv')
  await site.run(read.id)
  expect((await site.send<Item>('GET', '/api/blog/crane')).json.title).toBe('Grúa \uFFFD')
})

test.each([
  ['that no other one closes', 'Two,two,"Text\nThree,three,More text\n'],
  ['that another cell seems to close', 'Two,two,"Text\nThree,three,"More text"\n'],
])('a quote %s ends with its cell, and is reported', async (_, rows) => {
  const { status, json: read } = await site.sendFile(`title,slug,content\nOne,one,"Text"\n${rows}`, 'posts.csv')
  expect([status, read.found.posts]).toEqual([201, 3])
  expect(read.skipped).toEqual([
    { title: 'Two', why: 'The quotes of row 3 don’t match: check where its cells begin and end' },
  ])
  await site.run(read.id)
  const contents = ['two', 'three'].map(
    async (slug) => (await site.send<Item>('GET', `/api/blog/${slug}?status=all`)).json.content,
  )
  expect(await Promise.all(contents)).toEqual(['<p>"Text</p>', '<p>More text</p>'])
})

const ricos = {
  nodes: [
    { type: 'HEADING', nodes: [{ type: 'TEXT', textData: { text: 'Head' } }] },
    {
      type: 'BULLETED_LIST',
      nodes: ['one', 'two'].map((text) => ({
        type: 'LIST_ITEM',
        nodes: [{ type: 'PARAGRAPH', nodes: [{ textData: { text } }, { textData: { text: ' & more' } }] }],
      })),
    },
    { type: 'IMAGE', nodes: [] },
  ],
  metadata: { version: 1 },
}
test.each([
  ['Wix', ricos, '<p>Head</p>\n<p>one &amp; more</p>\n<p>two &amp; more</p>'],
  [
    'Editor.js',
    { blocks: [{ type: 'paragraph', data: { text: 'A' } }, { data: { text: 'B' } }] },
    '<p>A</p>\n<p>B</p>',
  ],
  ['Slate', [{ children: [{ text: 'A' }, { text: ' b' }] }, { children: [{ text: 'C' }] }], '<p>A b</p>\n<p>C</p>'],
])('of the JSON of %s in a cell the words are read', (_, document, html) => {
  expect(htmlOfCell(JSON.stringify(document))).toEqual({ html, isPlain: true })
})

test.each(['{', '[1] and [2]', '{"a": 1}', '[]'])('%j in a cell is text', (text) => {
  expect(htmlOfCell(text)).toEqual({ html: `<p>${text}</p>`, isPlain: false })
})

test('Markdown in a table becomes HTML, and other text paragraphs', async () => {
  const markdown = '"## Head\n\nA **bold** [word](https://example.org/)\n\n- one\n- two"'
  const { json: read } = await site.sendFile(
    `title,slug,content\nOne,one,${markdown}\nTwo,two,"2 ** 3 #1\n# x <b>y</b>"\n`,
    'posts.csv',
  )
  await site.run(read.id)
  const contentOf = async (slug: string) =>
    (await site.send<Item>('GET', `/api/blog/${slug}?status=all`)).json.content.replaceAll('\n', '')
  expect(await contentOf('one')).toBe(
    '<h2>Head</h2><p>A <strong>bold</strong> <a href="https://example.org/">word</a></p><ul><li>one</li><li>two</li></ul>',
  )
  expect(await contentOf('two')).toBe('<p>2 ** 3 #1<br># x <b>y</b></p>')
})

type Item = { slug: string; title: string; status: string; content: string } & Record<string, unknown>

test('its rows become posts, one for two languages with the same slug; errors in a row are reported', async () => {
  const table = [
    '\uFEFFtitle;slug;description;content;publishedAt;category;author;language',
    'Cranes;cranes;"Short; and good";"One.\n\nTwo <b>bold</b>.";2024-05-06;Tools;Ada;en',
    'Grúas;cranes;;Levantan.;2024-05-06;;;es',
    'Undated;;;Text.;someday;;;fr',
    ';no-title;;Text.;;;;',
    ';;;;;;;',
  ].join('\r\n')
  const { status, json: read } = await site.sendFile(table, 'posts.csv')
  expect([status, read]).toEqual([
    201,
    {
      id: expect.any(Number),
      kind: 'csv',
      found: { posts: 2, pages: 0, media: 0, redirects: 0 },
      skipped: [
        { title: 'Undated', why: '“fr” isn’t a language of this site: the import’s language is used' },
        { title: 'Undated', why: '“someday” isn’t a date: it becomes a draft' },
        { title: 'no-title', why: 'Row 5 has no title: left out' },
      ],
    } as never,
  ])
  const done = await site.run(read.id)
  expect([done.state, done.created.posts, done.failed]).toEqual(['done', expect.any(Number), []])
  const { json: cranes } = await site.send<Item>('GET', '/api/blog/cranes?status=all')
  expect(cranes).toMatchObject({
    title: 'Cranes',
    excerpt: 'Short; and good',
    category: 'Tools',
    author: 'Ada',
    publishedAt: '2024-05-06T00:00:00.000Z',
    status: 'published',
    translations: { es: { title: 'Grúas' } },
  })
  expect(cranes.content).toMatch(/^<p>One\.<\/p>\s*<p>Two <(b|strong)>bold<\/\1>\.<\/p>/)
  const all = (await site.send<Item[]>('GET', '/api/blog?status=all')).json
  expect(all.map(({ title, status: is }) => [title, is]).toSorted()).toEqual([
    ['Cranes', 'published'],
    ['Undated', 'draft'],
  ])
  const again = await site.sendFile(table, 'posts.csv')
  expect((await site.run(again.json.id)).created.posts).toBe(0)
})

test('a restored site knows its imports: the same file creates no copies, and can be undone', async () => {
  const table = 'title;slug;content\nCranes;cranes;Text.\nDocks;docks;Text.'
  const first = (await site.sendFile(table, 'posts.csv')).json.id
  expect((await site.run(first)).created.posts).toBe(2)
  const unrun = (await site.sendFile(`${table}\nPiers;piers;Text.`, 'more.csv')).json.id
  await site.restore()
  expect((await site.run(unrun)).created.posts).toBe(1)
  expect((await site.send<Item[]>('GET', '/api/blog?status=all')).json.map(({ title }) => title).toSorted()).toEqual([
    'Cranes',
    'Docks',
    'Piers',
  ])
  const undone = await site.send('POST', `/api/imports/${first}/undo`)
  expect([undone.status, undone.json]).toEqual([200, { trashed: 2, kept: 0 }])
})
