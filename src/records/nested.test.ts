import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import { collecting, type Actor } from '#platform/events/events'
import { testDatabase, type TestDatabase } from '#test/database/database'
import { sheet } from '#test/content/sheet-kind'
import { recordBody } from './kind/body'
import { lifeColumns } from './kind/columns'
import { previewRecord } from './preview/preview-record'
import { recordStore } from './store'
import { findableRecords } from './store/content-kind'

const table = pgTable('sheets', {
  id: serial().primaryKey(),
  slug: text().notNull().unique(),
  title: text().notNull(),
  content: text().notNull(),
  prices: jsonb().notNull().default([]),
  blocks: jsonb().notNull().default([]),
  translations: jsonb().notNull().default({}),
  ...lifeColumns,
  updatedAt: moment().notNull().default(now),
  version: integer().notNull().default(1),
})
const store = recordStore(sheet, table)
const actor: Actor = { is: 'system' }

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.db.execute(
    sql`create table sheets (id serial primary key, slug text not null unique, title text not null, content text not null, prices jsonb not null default '[]', blocks jsonb not null default '[]', translations jsonb not null default '{}', status text not null default 'published', published_at timestamptz, trashed_from text, trashed_at timestamptz, translation jsonb, updated_at timestamptz not null default now(), version integer not null default 1)`,
  )
})
afterAll(async () => {
  await database.db.execute(sql`drop table sheets`)
  await database.close()
})

const attack = '<p onclick="x()">said</p><script>x()</script>'
const clean = '<p>said</p>'
const hero = { id: 'top', type: 'hero', title: 'Welcome', picture: { src: '/images/a.webp', alt: 'A roof' } }
const whole = {
  title: 'Roofs',
  content: '<p>All about roofs</p>',
  prices: [
    { name: 'Slate', note: attack },
    { name: 'Tiles', note: '' },
  ],
  blocks: [
    hero,
    { id: 'more', type: 'text', html: attack },
    { id: 'later', type: 'text', html: '<p>Not yet</p>', hidden: true },
    { id: 'offers', type: 'cards', cards: [{ title: 'Repair', href: '/contact/' }] },
  ],
  translations: {
    es: {
      title: 'Tejados',
      prices: [{ name: 'Pizarra', note: attack }],
      blocks: {
        top: { title: 'Bienvenidos', picture: { alt: 'Un tejado' } },
        more: { html: attack },
        later: { html: '<p>Aun no</p>' },
        gone: { title: 'Nada' },
      },
    },
  },
}
const faultsOf = (body: object, isDraft = false) =>
  ((isDraft ? sheet.draftInput : sheet.input).safeParse({ ...whole, ...body }).error?.issues ?? []).map(({ path }) =>
    path.join('.'),
  )
const create = (body: object = {}) =>
  store.create(collecting(database.db), recordBody(sheet).parse({ ...whole, ...body }), actor)

test('rows and blocks are validated by their path', () => {
  const block = (blocks: object[]) => faultsOf({ blocks, translations: {} })
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ prices: [{ name: 'Slate' }, { name: ' ' }] })).toEqual(['prices.1.name'])
  expect(faultsOf({ prices: [1, 2, 3, 4].map((name) => ({ name: `${name}` })) })).toEqual(['prices'])
  expect(block([hero, { id: 'b', type: 'video' }])).toEqual(['blocks.1.type'])
  expect(block([hero, { ...hero }])).toEqual(['blocks.1.id'])
  expect(
    block([
      { ...hero, id: '' },
      { ...hero, id: 'x'.repeat(41) },
    ]),
  ).toEqual(['blocks.0.id', 'blocks.1.id'])
  expect(block([{ ...hero, picture: { src: 'javascript:x()', alt: '' } }])).toEqual(['blocks.0.picture.src'])
  expect(block([{ id: 'c', type: 'cards', cards: [] }])).toEqual(['blocks.0.cards'])
  expect(block([{ id: 'c', type: 'cards', cards: [{ title: 'T', href: 'data:x' }] }])).toEqual([
    'blocks.0.cards.0.href',
  ])
  expect(block([{ id: 'p', type: 'posts', count: 13 }])).toEqual(['blocks.0.count'])
  expect(block([1, 2, 3, 4, 5].map((id) => ({ ...hero, id: `${id}` })))).toEqual(['blocks'])
  expect(
    block([
      { id: 'long', type: 'text', html: 'x'.repeat(990) },
      { id: 'more', type: 'text', html: 'y'.repeat(999) },
    ]),
  ).toEqual(['blocks'])
  expect(faultsOf({ translations: { es: { blocks: { top: { html: 'no text of a hero' } } } } })).toEqual([
    'translations.es.blocks.top',
  ])
})

test('a draft may omit required fields, and nothing else', () => {
  const empty = {
    prices: [{ name: '' }],
    blocks: [
      { id: 'a', type: 'hero', title: '', picture: { src: '', alt: '' } },
      { id: 'b', type: 'cards', cards: [] },
    ],
    translations: {},
  }
  expect(faultsOf(empty)).toEqual(['prices.0.name', 'blocks.0.title', 'blocks.1.cards'])
  expect(faultsOf(empty, true)).toEqual([])
  expect(faultsOf({ blocks: [{ id: 'a', type: 'video' }] }, true)).toEqual(['blocks.0.type'])
})

test('stored content is sanitized, in rows and blocks and in both languages', async () => {
  const { id } = await create()
  const [row] = await database.db
    .select()
    .from(table)
    .where(sql`${table.id} = ${id}`)
  expect(row).toMatchObject({
    prices: [{ note: clean }, { note: '' }],
    blocks: [{ picture: { alt: 'A roof' } }, { html: clean }, {}, { cards: [{ href: '/contact/' }] }],
    translations: { es: { prices: [{ note: clean }], blocks: { more: { html: clean } } } },
  })
  expect(JSON.stringify(row)).not.toContain('gone')
})

test('hidden blocks are for editors alone: in no language, list, preview or search', async () => {
  const { slug } = await create({ title: 'Hidden' })
  const [seen, edited] = [await store.find(database.db, slug), await store.findEdited(database.db, slug)]
  expect(seen.blocks.map(({ id }) => id)).toEqual(['top', 'more', 'offers'])
  expect(edited.blocks).toHaveLength(4)
  expect(JSON.stringify(edited)).toContain('Aun no')
  const preview = await store.preview(database.db, undefined, recordBody(sheet).parse(whole).input)
  const findable = await findableRecords(sheet, table).read(database.db, [String(edited.id)])
  const shown = [seen, preview, findable, previewRecord(sheet, whole, 'x'), await store.list(database.db)]
  for (const answer of shown) expect(JSON.stringify(answer)).not.toMatch(/Not yet|Aun no/)
  expect(findable.map(({ text: words }) => words)).toEqual([
    expect.stringMatching(/Slate\nsaid\nTiles\nWelcome\nA roof\nsaid\nRepair/),
    expect.stringMatching(/Pizarra\nsaid\nBienvenidos\nUn tejado\nsaid/),
  ])
  expect(Object.keys((await store.list(database.db))[0]!)).not.toContain('blocks')
})

test('texts are translated by the index of their row, and by the id of their block', async () => {
  const { slug } = await create({ title: 'Translated' })
  const { translation } = await store.findEdited(database.db, slug)
  expect(translation?.es.fields).toMatchObject({
    'prices.0.name': 'complete',
    'prices.1.name': 'missing',
    'blocks.top.title': 'complete',
    'blocks.top.picture.alt': 'complete',
    'blocks.more.html': 'complete',
    'blocks.offers.cards.0.title': 'missing',
  })
})

test('drafts and old versions keep rows and blocks', async () => {
  const made = await create({ title: 'Kept' })
  const target = { id: made.id, actor, expected: 'any' } as const
  const changed = recordBody(sheet).parse({ ...whole, title: 'Kept', prices: [], blocks: [hero] })
  const drafted = await store.saveDraft(collecting(database.db), target, changed)
  expect(drafted.blocks).toHaveLength(4)
  expect(drafted.draft?.values).toMatchObject({ prices: [], blocks: [hero] })
  const restored = await store.restore(collecting(database.db), target, 1)
  expect(restored.draft?.values).toMatchObject({
    prices: [{ name: 'Slate' }, { name: 'Tiles' }],
    blocks: { length: 4 },
  })
})
