import { afterAll, expect, test } from 'bun:test'
import { z } from 'zod'
import { unpackContent } from '#records/kind/content'
import { defineKind, type StoredRecord } from '#records/kind/record'
import { blankValues, toBody, toValues } from './record-values'

const kind = defineKind({
  name: 'note' as 'site',
  noun: { one: 'note', many: 'notes' },
  label: 'nav.blog',
  api: '/notes',
  page: '/notes/:slug/',
  screen: '/admin/notes/',
  schemaType: 'CreativeWork',
  fields: {
    title: { type: 'text', max: 200, required: true, translated: true },
    content: { type: 'html', max: 1000, required: true, translated: true },
    publishedAt: { type: 'moment' },
    isLoud: { type: 'flag' },
    source: { type: 'link' },
  },
  aside: ['publishedAt'],
})

// Removes it from the OpenAPI document.
afterAll(() => {
  for (const schema of Object.values(kind)) if (schema instanceof z.ZodType) z.globalRegistry.remove(schema)
})

const stored = (changes: Partial<StoredRecord> & Record<string, unknown> = {}): StoredRecord => ({
  id: 1,
  slug: 'a',
  title: 'A',
  content: '<p>a</p>',
  metadata: {},
  translations: {},
  updatedAt: '',
  version: 1,
  status: 'published',
  publishedAt: '2026-03-02T09:00:00.000Z',
  ...changes,
})

test('values start empty, with the current time and a flag that is off', () => {
  const { publishedAt, ...values } = blankValues(kind)
  expect(Math.abs(Date.parse(String(publishedAt)) - Date.now())).toBeLessThan(60_000)
  expect(values).toMatchObject({
    title: '',
    content: '',
    isLoud: false,
    source: '',
    'translations.es.title': '',
    'metadata.title': '',
    'translations.es.metadata.title': '',
  })
})

test('a record becomes values and these become a body that stores the same', () => {
  const record = stored({
    publishedAt: '2026-03-02T09:00:00.000Z',
    isLoud: true,
    source: null,
    metadata: { keywords: 'x, y', custom: { deep: 1 } },
    translations: { es: { title: 'Una', metadata: { title: 'T' } } },
  })
  const body = toBody(kind, toValues(kind, record))
  expect(body).toEqual({
    title: 'A',
    slug: 'a',
    content: '<p>a</p>',
    publishedAt: '2026-03-02T09:00:00.000Z',
    isLoud: true,
    source: '',
    metadata: { keywords: 'x, y', custom: { deep: 1 } },
    translations: { es: { title: 'Una', metadata: { title: 'T' } } },
  })
  expect(kind.input.safeParse(body).success).toBe(true)
})

test('SEO fields inside a content that is JSON text are read, and sent as metadata', () => {
  const content = JSON.stringify({
    content: '<p>a</p>',
    metadata: { keywords: 'x, y', custom: { deep: 1 }, ogTitle: 5 },
  })
  const values = toValues(kind, stored({ content }))
  expect([values.content, values['metadata.keywords']]).toEqual(['<p>a</p>', 'x, y'])
  expect(toBody(kind, { ...values, 'metadata.title': ' T ' })).toMatchObject({
    content: '<p>a</p>',
    metadata: { custom: { deep: 1 }, ogTitle: 5, keywords: 'x, y', title: 'T' },
  })
})

test('stored text that starts like JSON and is invalid counts as empty', () => {
  expect(toValues(kind, stored({ content: '{ not json' })).content).toBe('')
})

test('HTML that starts like JSON is wrapped so that it round-trips', () => {
  const body = toBody(kind, { ...blankValues(kind), content: '{ not json', 'translations.es.content': '{ nada' })
  const read = (text: unknown) => unpackContent(String(text)).html
  expect(read(body.content)).toBe('{ not json')
  expect(body.translations).toEqual({ es: { content: expect.any(String) } })
  expect(read((body.translations as { es: { content: string } }).es.content)).toBe('{ nada')
})
