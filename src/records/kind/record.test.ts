import { expect, test } from 'bun:test'
import { customPageKind } from '#features/custom-pages/contract'
import { postKind } from '#features/posts/contract'
import { defineKind, isReserved, ownListPath } from './record'

const spec = {
  noun: { one: 'tool', many: 'tools' },
  label: 'nav.projects',
  api: '/tools',
  screen: '/admin/tools/',
  schemaType: 'Product',
  fields: { title: { type: 'text', max: 200, required: true, translated: true }, publishedAt: { type: 'moment' } },
  aside: [],
} as const

/** Each kind has a name of its own: the API document, which other tests read, refuses two schemas of one name. */
const defineTool = (name: string, changes: { label?: undefined } = {}) =>
  defineKind({ ...spec, page: '/tools/:slug/', ...changes, name: name as 'project' })

test('the first segment of the path of each kind is reserved at the top level, in any case', () => {
  expect(customPageKind.reservedSlugs).not.toContain('tools')
  const page = (slug: string) => customPageKind.input.safeParse({ title: 'Tools', slug, blocks: [] })
  expect(page('tools').success).toBe(true)
  defineTool('tool')
  for (const slug of ['tools', 'Tools', 'blog']) {
    expect([slug, isReserved(customPageKind, slug)]).toEqual([slug, true])
    expect(page(slug).error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
      ['slug', 'validation.reservedSlug'],
    ])
  }
  expect(isReserved(postKind, 'tools')).toBe(false)
})

test('a list is a page of its own unless it is one of the six pages, or there is none', () => {
  expect(ownListPath(defineTool('listedTool'))).toBe('/tools/')
  expect(ownListPath(defineTool('unlistedTool', { label: undefined }))).toBeUndefined()
  expect(ownListPath(postKind)).toBeUndefined()
  expect(ownListPath(customPageKind)).toBeUndefined()
})
