import { expect, test } from 'bun:test'
import { readAt } from '#editing/json-text'
import { pageContentInput, pageNames } from '#features/page-contents/contract'
import { fieldsOf } from '#features/page-contents/page-fields'
import { pageContentTexts } from '#features/page-contents/store'
import { previewOf } from './page-values'
import { titleOf } from '#features/page-contents/feature'
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

test('text that is not JSON is cut at 100 characters, between characters', () => {
  expect(previewOf('z'.repeat(101), 'en')).toEqual({ text: `${'z'.repeat(100)}…` })
  expect(previewOf('🙂'.repeat(101), 'en')).toEqual({ text: `${'🙂'.repeat(100)}…` })
})

/** What a new page goes without: a picture of its own, and an order of sections other than the usual one. */
const leftOut: Partial<Record<string, readonly string[]>> = { home: ['heroPicture', 'sections'] }

for (const [page, content] of Object.entries(samplePages)) {
  test(`the sample content of ${page} is valid, fills every field and is translated completely`, () => {
    const parsed = pageContentInput.safeParse({ page, content: JSON.stringify(content) })
    expect(parsed.error).toBeUndefined()
    const name = pageNames.find((one) => one === page)
    const fields = Object.keys(name ? fieldsOf(name) : {})
    expect(fields.length).toBeGreaterThan(0)
    expect(fields.filter((key) => !readAt(content, [key]))).toEqual([...(leftOut[page] ?? [])])
    const texts = name ? pageContentTexts(name, JSON.stringify(content)) : []
    expect(texts.filter(({ source, text }) => source !== '' && text === '')).toEqual([])
    expect(Object.keys(Object(readAt(content, ['translations', 'es']))).toSorted()).toEqual(
      Object.keys(content)
        .filter((key) => key !== 'translations')
        .toSorted(),
    )
  })
}

test('the name of a page is the title of its content, in either language', () => {
  const content = JSON.stringify({ heroTitle: 'Hello', title: 'no', translations: { es: { heroTitle: 'Hola' } } })
  expect([titleOf('home', content, 'en'), titleOf('home', content, 'es')]).toEqual(['Hello', 'Hola'])
  expect([titleOf('about', '{"title":"About"}', 'es'), titleOf('legal', '{}', 'en')]).toEqual(['About', undefined])
  expect(titleOf('legal', '{broken', 'en')).toBeUndefined()
})
