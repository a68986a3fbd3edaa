import { expect, test } from 'bun:test'
import { checkJson, readAt } from '#base/editing/json-text'
import { pageContentInput, pageNames } from './contract'
import { fieldKindAt, fieldsOf } from './page-fields'
import { pageTexts } from './page-texts'
import { previewOf } from './page-preview'
import { comparePages, pathOf } from './page-conflict'
import { titleOf } from './page-title'
import { samplePages } from './sample-pages'

test('a preview shows the first three keys, texts cut at 40 characters', () => {
  const content = JSON.stringify({ long: 'x'.repeat(41), exact: 'y'.repeat(40), list: [1, 2], fourth: 'unseen' })
  expect(previewOf(content, 'en')).toEqual({
    entries: [
      { key: 'long', text: `${'x'.repeat(40)}…` },
      { key: 'exact', text: 'y'.repeat(40) },
      { key: 'list', count: 2 },
    ],
  })
})

test('text that is no JSON is cut at 100 characters, between characters', () => {
  expect(previewOf('z'.repeat(101), 'en')).toEqual({ text: `${'z'.repeat(100)}…` })
  expect(previewOf('🙂'.repeat(101), 'en')).toEqual({ text: `${'🙂'.repeat(100)}…` })
})

for (const [page, content] of Object.entries(samplePages)) {
  test(`the sample content of ${page} is accepted as it is, fills every field and is translated whole`, () => {
    const parsed = pageContentInput.safeParse({ page, content: JSON.stringify(content) })
    expect(parsed.error).toBeUndefined()
    const name = pageNames.find((one) => one === page)
    const fields = name ? fieldsOf(name) : []
    expect(fields.length).toBeGreaterThan(0)
    for (const { key } of fields) expect(readAt(content, [key])).toBeTruthy()
    const texts = name ? pageTexts(name, JSON.stringify(content)) : []
    expect(texts.filter(({ source, text }) => source !== '' && text === '')).toEqual([])
    expect(Object.keys(content.translations.es).toSorted()).toEqual(
      Object.keys(content)
        .filter((key) => key !== 'translations')
        .toSorted(),
    )
  })
}

const version = (content: object) => ({ text: JSON.stringify(content, null, 2) })
const field = (...path: string[]) => JSON.stringify(path)

test('two versions of a page differ key by key, those of metadata and translations one level deeper', () => {
  const base = version({ heroTitle: 'A', metadata: { title: 'M' }, translations: { es: { heroTitle: 'Á' } } })
  const yours = version({ heroTitle: 'B', metadata: { title: 'M' }, translations: { es: { heroTitle: 'Á' } } })
  const theirs = version({ heroTitle: 'A', metadata: { title: 'N' }, translations: { es: { heroTitle: 'É' } } })
  const compared = comparePages({ base, yours, theirs })
  expect(compared.yours).toEqual({
    [field('heroTitle')]: 'B',
    [field('metadata', 'title')]: 'M',
    [field('translations', 'es', 'heroTitle')]: 'Á',
  })
  expect(pathOf(field('metadata', 'title'))).toEqual(['metadata', 'title'])

  const merged = compared.join({ ...compared.theirs, [field('heroTitle')]: 'B' })
  expect(checkJson(merged.text).value).toEqual({
    heroTitle: 'B',
    metadata: { title: 'N' },
    translations: { es: { heroTitle: 'É' } },
  })
})

test('a key that you removed is removed from theirs when yours is chosen, and lists stay lists', () => {
  const theirs = version({ old: 'x', features: [{ title: 'one' }], unknown: { deep: [1] } })
  const yours = version({ features: [{ title: 'two' }], unknown: { deep: [1] } })
  const compared = comparePages({ base: theirs, yours, theirs })
  expect(checkJson(compared.join(compared.yours).text).value).toEqual({
    features: [{ title: 'two' }],
    unknown: { deep: [1] },
  })
  expect(compared.join(compared.theirs)).toEqual(theirs)
})

test('a version that is no JSON is compared as a whole text', () => {
  const theirs = version({ a: 1 })
  const compared = comparePages({ base: theirs, yours: { text: '{ broken' }, theirs })
  expect(compared.yours).toEqual({ text: '{ broken' })
  expect(compared.join({ text: '{ broken' })).toEqual({ text: '{ broken' })
})

test('a page calls itself by the title of its content, in either language', () => {
  const content = JSON.stringify({ heroTitle: 'Hello', title: 'no', translations: { es: { heroTitle: 'Hola' } } })
  expect([titleOf('home', content, 'en'), titleOf('home', content, 'es')]).toEqual(['Hello', 'Hola'])
  expect([titleOf('about', '{"title":"About"}', 'es'), titleOf('legal', '{}', 'en')]).toEqual(['About', undefined])
  expect(titleOf('legal', '{broken', 'en')).toBeUndefined()
})

test('how a text is written is known wherever it stands', () => {
  expect(fieldKindAt('legal', ['sections', '1', 'content'])).toBe('html')
  expect(fieldKindAt('legal', ['translations', 'es', 'sections', '1', 'title'])).toBe('text')
  expect(fieldKindAt('about', ['content'])).toBe('html')
  expect(fieldKindAt('about', ['metadata', 'title'])).toBeUndefined()
})
