import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import { type Actor, collecting } from '#platform/events/events'
import { testDatabase, type TestDatabase } from '#test/database/database'
import { fromStored, toBody, toValues } from './editor/values/record-values'
import { recordFeature } from './feature'
import { recordBody } from './kind/body'
import { lifeColumns } from './kind/columns'
import { defineKind } from './kind/record'
import { recordStore } from './store'

// A kind that has no body of HTML.
const leaflet = defineKind({
  name: 'leaflet' as 'project',
  noun: { one: 'leaflet', many: 'leaflets' },
  label: 'nav.projects',
  api: '/leaflets',
  page: '/leaflets/:slug/',
  screen: '/admin/leaflets/',
  schemaType: 'CreativeWork',
  fields: {
    title: { type: 'text', max: 200, required: true, translated: true },
    lines: { type: 'list', max: 9, entry: { line: { type: 'text', max: 100, required: true, translated: true } } },
    publishedAt: { type: 'moment' },
  },
  aside: [],
})
const table = pgTable('leaflets', {
  id: serial().primaryKey(),
  slug: text().notNull().unique(),
  title: text().notNull(),
  lines: jsonb().notNull().default([]),
  metadata: jsonb().notNull().default({}),
  translations: jsonb().notNull().default({}),
  ...lifeColumns,
  updatedAt: moment().notNull().default(now),
  version: integer().notNull().default(1),
})
const store = recordStore(leaflet, table)
const actor: Actor = { is: 'system' }
const target = (id: number) => ({ id, actor, expected: 'any' }) as const

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.db.execute(
    sql`create table leaflets (id serial primary key, slug text not null unique, title text not null, lines jsonb not null default '[]', metadata jsonb not null default '{}', translations jsonb not null default '{}', status text not null default 'published', published_at timestamptz, trashed_from text, trashed_at timestamptz, translation jsonb, updated_at timestamptz not null default now(), version integer not null default 1)`,
  )
})
afterAll(async () => {
  await database.db.execute(sql`drop table leaflets`)
  await database.close()
})

const canonical = 'https://example.org/leaflet/'
const whole = {
  title: 'Fold here',
  lines: [{ line: 'First' }],
  metadata: { title: 'A leaflet', canonical, keywords: '', own: 1 },
  translations: { es: { title: 'Doblar', lines: [{ line: 'Primero' }], metadata: { title: 'Un folleto' } } },
}
const bodyOf = (changes: object = {}) => recordBody(leaflet).parse({ ...whole, ...changes })
const create = (changes?: object) => store.create(collecting(database.db), bodyOf(changes), actor)

test('unknown fields are ignored, also a content', async () => {
  const made = await create({ content: '<p>Not here</p>' })
  expect(Object.keys(made)).not.toContain('content')
  expect(JSON.stringify(await store.find(database.db, made.slug))).not.toContain('Not here')
})

test('its SEO fields are a column of their own, without the empty ones', async () => {
  const { id, slug } = await create()
  const filled = { title: 'A leaflet', canonical, own: 1 }
  const [row] = await database.db
    .select()
    .from(table)
    .where(sql`${table.id} = ${id}`)
  expect(row?.metadata).toEqual(filled)
  expect((await store.find(database.db, slug)).metadata).toEqual(filled)
  const [listed] = await store.list(database.db)
  expect(Object.keys(listed!)).not.toContain('metadata')
  const said: object | undefined = listed?.translations.es
  expect(said).toEqual({ title: 'Doblar', lines: [{ line: 'Primero' }] })
})

test('a body replaces its SEO fields, a draft keeps its own, and the history has them all', async () => {
  const { id } = await create()
  await store.saveDraft(collecting(database.db), target(id), bodyOf({ metadata: { title: 'Drafted' } }))
  const drafted = await store.restore(collecting(database.db), target(id), 2)
  expect(drafted).toMatchObject({
    metadata: { title: 'A leaflet' },
    draft: { values: { metadata: { title: 'Drafted' } } },
  })
  const written = await store.update(collecting(database.db), target(id), bodyOf({ metadata: undefined }))
  expect(written.metadata).toEqual({})
  const restored = await store.restore(collecting(database.db), target(id), 1)
  expect(restored.draft?.values).toMatchObject({ metadata: { title: 'A leaflet' }, lines: [{ line: 'First' }] })
  expect(Object.keys(restored.draft?.values ?? {})).not.toContain('content')
})

test('a canonical address is in the page for search engines', async () => {
  const { id } = await create()
  for await (const [address] of store.addresses.list(database.db, { after: id - 1, upTo: id }))
    expect(address?.written).toMatchObject({ en: { canonical }, es: { params: {} } })
})

test('its editor has no content either', async () => {
  const { slug } = await create()
  const stored = await store.findEdited(database.db, slug)
  const values = toValues(leaflet, stored)
  expect(Object.keys(values).filter((name) => name.includes('content'))).toEqual([])
  expect(toBody(leaflet, values)).toMatchObject({
    lines: [{ line: 'First' }],
    metadata: { title: 'A leaflet', canonical, own: 1 },
    translations: { es: { title: 'Doblar', lines: [{ line: 'Primero' }] } },
  })
  expect(fromStored(leaflet, toBody(leaflet, values))).toEqual(values)
})

test('an export has its JSON columns as JSON', () => {
  const { content } = recordFeature({
    kind: leaflet,
    store,
    table,
    part: 'leaflets',
    routes: undefined,
    cachedReads: /^$/,
  })
  const { row = {}, pack } = content?.tables?.leaflets ?? {}
  expect(pack).toBeUndefined()
  expect(row.metadata?.safeParse({ title: 1 }).success).toBe(false)
  expect(row.lines?.safeParse({}).success).toBe(false)
  expect(row.lines?.safeParse([{ line: 'First' }]).success).toBe(true)
})
