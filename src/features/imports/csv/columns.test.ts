import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { openImporting } from '#test/content/importing'
import { columnsOf, createDates } from './read-csv'

let site: Awaited<ReturnType<typeof openImporting>>
beforeAll(async () => {
  site = await openImporting([])
})
beforeEach(() => site.begin())
afterAll(() => site.close())

type Item = { slug: string; title: string; status: string; publishedAt: string | null } & Record<string, unknown>
const find = async (slug: string) => (await site.send<Item>('GET', `/api/blog/${slug}?status=all`)).json

async function bring(lines: readonly string[]) {
  const { status, json: read } = await site.sendFile(lines.join('\n'), 'table.csv')
  expect(status).toBe(201)
  return { read, done: await site.run(read.id) }
}

test.each([
  [
    'Substack',
    'post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url',
    '1.first,2021-03-04T10:00:00.000Z,true,,newsletter,everyone,Foundry letter,The melting point,',
    { slug: 'first', title: 'Foundry letter', publishedAt: '2021-03-04T10:00:00.000Z', excerpt: 'The melting point' },
    ['email_sent_at', 'type', 'podcast_url'],
  ],
  [
    'Wix',
    'Title,Plain Content,Cover Image,Excerpt,Categories,Published Date,ID,Slug,Post Page URL,Author,View Count',
    'Foundry,Molten,wix:image://v1/ab_c~mv2.jpg/kiln.jpg#originWidth=10,Hot,"Iron, Steel",2021-03-04T10:00:00.000Z,x,first,/post/first,Ana,9',
    {
      title: 'Foundry',
      content: '<p>Molten</p>',
      imageUrl: 'https://static.wixstatic.com/media/ab_c~mv2.jpg',
      category: 'Iron',
      author: 'Ana',
      status: 'published',
    },
    ['ID', 'View Count'],
  ],
  [
    'Webflow',
    'Name,Slug,Collection ID,Archived,Draft,Created On,Published On,Post Body,Post Summary,Main Image,Thumbnail image',
    'Foundry,first,x,false,false,Fri Sep 09 2022 17:58:48 GMT+0000 (Coordinated Universal Time),Sat Sep 10 2022 17:58:48 GMT+0000 (Coordinated Universal Time),<p>Molten</p>,Hot,https://cdn.example/a.png,https://cdn.example/b.png',
    {
      title: 'Foundry',
      publishedAt: '2022-09-10T17:58:48.000Z',
      excerpt: 'Hot',
      imageUrl: 'https://cdn.example/a.png',
      status: 'published',
    },
    ['Collection ID', 'Thumbnail image'],
  ],
  [
    'a table in Spanish',
    'Título;Enlace permanente;Descripción;Contenido;Fecha de publicación;Categoría;Autor;Imagen destacada;Idioma;Notas',
    'Fundición;/diario/first/;Caliente;Metal;6 de mayo de 2024;Hierro;Ana;https://cdn.example/a.png;Español;x',
    { publishedAt: '2024-05-06T00:00:00.000Z', translations: { es: { title: 'Fundición', excerpt: 'Caliente' } } },
    ['Notas'],
  ],
  [
    'Shopify',
    'Handle,Title,Author,Body HTML,Summary HTML,Tags,Created At,Published,Published At,Image Src,Image Alt Text',
    'first,Foundry,Ana,<p>Molten</p>,<p>Hot</p>,"a, b",2022-01-01,TRUE,2022-01-02,https://cdn.example/a.png,A kiln',
    { publishedAt: '2022-01-02T00:00:00.000Z', excerpt: 'Hot', category: 'a', status: 'published' },
    [],
  ],
])('the columns of %s are understood, and the others named', async (_, header, row, expected, unknown) => {
  const { read } = await bring([header, row])
  expect(read.skipped).toEqual(
    unknown.map((title) => ({ title, why: 'There is no place here for this column: left out' })),
  )
  expect(await find('first')).toMatchObject(expected)
})

test.each([
  ['draft', 'title,slug,content,date,draft', 'A,first,Text,2024-05-06,yes', 'draft'],
  ['not published', 'title,slug,content,date,is_published', 'A,first,Text,2024-05-06,false', 'draft'],
  ['published without a date', 'title,slug,content,status', 'A,first,Text,published', 'published'],
  [
    'published on the day of its creation',
    'title,slug,content,created_at,published',
    'A,first,Text,2024-05-06,1',
    'published',
  ],
  ['for members', 'title,slug,content,date,audience', 'A,first,Text,2024-05-06,only_paid', 'draft'],
  ['of an unknown status', 'title,slug,content,date,estado', 'A,first,Text,2024-05-06,raro', 'draft'],
])('a row that is %s has the status %4$s', async (_, header, row, status) => {
  await bring([header, row])
  expect(await find('first')).toMatchObject({ status })
})

test('tables of people and products are not posts', () => {
  expect(columnsOf(['Email', 'Name', 'Subscription type'])).toBeUndefined()
  expect(columnsOf(['Name', 'Price', 'Description'])).toBeUndefined()
  expect(columnsOf(['Name', 'Slug', 'Post Body'])).toBeDefined()
})

test('cells beyond the columns, and rows with the slug of another, are not lost', async () => {
  const { read, done } = await bring([
    'title,slug,content',
    'Robot arm,robot-arm,first,more,words',
    'Robot arm two,robot-arm,second',
    'Robot arm two,robot-arm,third',
  ])
  expect(read.skipped).toEqual([
    { title: 'Robot arm', why: 'Row 2 has more cells than the table has columns: 2 are left out' },
  ])
  expect([read.found.posts, done.created.posts]).toEqual([3, 3])
  expect(done.skipped.slice(1).map(({ why }) => why)).toEqual([
    '“robot-arm” is taken: its address is “robot-arm-2” instead',
    '“robot-arm” is taken: its address is “robot-arm-3” instead',
  ])
  expect((await find('robot-arm-3')).content).toBe('<p>third</p>')
})

test('a row without a language gives way to that of its language, which is listed', async () => {
  const { done } = await bring(['title,slug,content,language', 'A,first,Text,', 'B,first,Other,en', 'C,first,Otro,es'])
  expect(done.failed).toEqual([{ title: 'B', why: 'Another text in the file already covers this language: left out' }])
  expect(await find('first')).toMatchObject({ title: 'A', translations: { es: { title: 'C' } } })
})

const columnOf = (rows: readonly [string, string][]) => {
  const dates = createDates()
  for (const [written, language] of rows) dates.see(written, language)
  return {
    guessed: dates.guessed(),
    read: rows.map(([written, language]) => dates.read(written, language)?.slice(0, 10) ?? null),
  }
}

test.each<[string, [string, string][], (string | null)[], number]>([
  ['the day first in Spanish', [['06/05/2024', 'es']], ['2024-05-06'], 0],
  [
    'the day first in Spanish, with a day above 12 in English',
    [
      ['06/05/2024', 'es'],
      ['05/25/2024', 'en'],
    ],
    ['2024-05-06', '2024-05-25'],
    0,
  ],
  [
    'the month first where the rows of Spanish show it',
    [
      ['06/05/2024', 'es-MX'],
      ['05/25/2024', 'es'],
    ],
    ['2024-06-05', '2024-05-25'],
    0,
  ],
  [
    'the month first in English, and counted',
    [
      ['06/05/2024', 'en'],
      ['6/5/24', 'en'],
    ],
    ['2024-06-05', '2024-06-05'],
    2,
  ],
  [
    'the order of a day above 12 in English',
    [
      ['06/05/2024', 'en'],
      ['25/05/2024', 'en'],
    ],
    ['2024-05-06', '2024-05-25'],
    0,
  ],
  [
    'the order of another language of the column',
    [
      ['06/05/2024', ''],
      ['25-05-2024', 'es'],
    ],
    ['2024-05-06', '2024-05-25'],
    0,
  ],
  [
    'both orders, and counted',
    [
      ['06/05/2024', 'en'],
      ['25/05/2024', 'en'],
      ['05/25/2024', 'en'],
    ],
    ['2024-06-05', '2024-05-25', '2024-05-25'],
    1,
  ],
  ['points after a day', [['6.5.2024', 'en']], ['2024-05-06'], 0],
  [
    'days that are none',
    [
      ['31/02/2024', 'es'],
      ['45/45/2024', 'en'],
      ['1/2/3/2024', 'en'],
    ],
    [null, null, null],
    0,
  ],
  ['the same day and month', [['05/05/2024', 'en']], ['2024-05-05'], 0],
  [
    'hours',
    [
      ['06/05/2024 10:30 PM', 'es'],
      ['06/05/2024 12:05 a. m.', 'es'],
    ],
    ['2024-05-06', '2024-05-06'],
    0,
  ],
])('dates of numbers are read with %s', (_, rows, expected, guessed) => {
  expect(columnOf(rows)).toEqual({ guessed, read: expected })
})

test('a column whose order is not known says so', async () => {
  const { read } = await bring(['title,slug,content,Post Date', 'A,first,Text,06/05/2024'])
  expect(read.skipped).toEqual([
    {
      title: 'Post Date',
      why: '1 date in this column could start with the day or the month: read as month first',
    },
  ])
  expect((await find('first')).publishedAt).toBe('2024-06-05T00:00:00.000Z')
})
