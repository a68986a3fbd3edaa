import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readReadable } from '#platform/readable-rows'
import { toSiteContent } from './fill'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readable-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Record<string, unknown>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof text === 'string' ? text : JSON.stringify(text))
  }
}

const post = (changes = {}) => ({
  slug: 'a',
  title: 'A',
  excerpt: 'In short.',
  imageUrl: '/a.webp',
  category: 'Notes',
  publishedAt: '2026-01-02T03:04:05.000Z',
  content: null,
  metadata: { title: 'SEO' },
  translations: { es: { title: 'Una A', content: null } },
  ...changes,
})
const html = { 'content.html': '<p>One</p>\n<p>Two</p>\n', 'translations.es.content.html': '<p>Uno</p>\n' }
const inFolder = (name: string, files: object) =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`${name}/${file}`, text]))

describe('a row', () => {
  test('reads its longer texts from the files beside it, and its defaults from its table', () => {
    write(inFolder('posts/01-a', { 'row.json': post(), ...html }))
    const { posts, projects, users } = toSiteContent(readReadable(folder), '2026-05-06T07:08:09.000Z')
    expect(posts).toEqual([
      {
        id: 1,
        slug: 'a',
        title: 'A',
        excerpt: 'In short.',
        imageUrl: '/a.webp',
        category: 'Notes',
        author: '',
        publishedAt: '2026-01-02T03:04:05.000Z',
        content: '{"content":"<p>One</p>\\n<p>Two</p>","metadata":{"title":"SEO"}}',
        translation: null,
        translations: { es: { title: 'Una A', content: '<p>Uno</p>' } },
        updatedAt: '2026-05-06T07:08:09.000Z',
        version: 1,
        status: 'published',
        trashedAt: null,
        trashedFrom: null,
      },
    ])
    expect([projects, users]).toEqual([[], []])
  })

  test('has its position from the name of its folder', () => {
    for (const [name, slug] of [
      ['02-b', 'b'],
      ['10-c', 'c'],
      ['01-a', 'a'],
    ])
      write(inFolder(`posts/${name}`, { 'row.json': post({ slug }), ...html }))
    expect(toSiteContent(readReadable(folder)).posts?.map(({ id, slug }) => `${id} ${slug}`)).toEqual([
      '1 a',
      '2 b',
      '3 c',
    ])
  })

  test('of a page keeps the order of its fields, with the files in their places, in lists too', () => {
    const content = { title: 'T', body: null, parts: [{ text: null, name: 'n' }], end: 'e' }
    write(
      inFolder('pages/01-about', {
        'row.json': { page: 'about', content },
        'content.body.html': '<p>B</p>\n',
        'content.parts.0.text.html': '<p>P</p>',
      }),
    )
    const [page] = toSiteContent(readReadable(folder)).pages ?? []
    expect(page?.content).toBe(
      JSON.stringify({ title: 'T', body: '<p>B</p>', parts: [{ text: '<p>P</p>', name: 'n' }], end: 'e' }, null, 2),
    )
  })
})

describe('invalid content is refused, with the file or field at fault', () => {
  const faultOf = (files: object) => {
    write(inFolder('posts/01-a', files))
    return () => toSiteContent(readReadable(folder))
  }

  test('a file without a field', () => {
    expect(faultOf({ 'row.json': post(), ...html, 'translations.fr.content.html': '<p>Un</p>' })).toThrow(
      'translations.fr.content.html has no place',
    )
  })
  test('a field that is already set', () => {
    expect(faultOf({ 'row.json': post({ content: '<p>Here</p>' }), ...html })).toThrow('content.html has no place')
  })
  test('a row that is not JSON, or missing', () => {
    expect(faultOf({ 'row.json': '{', ...html })).toThrow('row.json is no JSON object')
    rmSync(join(folder, 'posts/01-a/row.json'))
    expect(faultOf(html)).toThrow('row.json is missing')
  })
  test('an invalid field', () => {
    expect(faultOf({ 'row.json': post({ publishedAt: 'soon' }), ...html })).toThrow('posts.0.publishedAt')
    expect(faultOf({ 'row.json': post({ sulg: 'x' }), ...html })).toThrow('posts.0')
    expect(faultOf({ 'row.json': { ...post(), title: undefined }, ...html })).toThrow('posts.0.title')
  })
  test('a missing folder', () => {
    expect(() => readReadable(join(folder, 'nowhere'))).toThrow('nowhere is missing')
  })
  test('an unknown part of the site', () => {
    write({ 'sessions/01/row.json': {} })
    expect(() => toSiteContent(readReadable(folder))).toThrow('parts that the site does not have: sessions')
  })
})
