import { expect, test } from 'bun:test'
import { translated } from './translated'

const page = {
  title: 'Blog',
  subtitle: 'News',
  metadata: { title: 'Our blog', canonical: 'https://acme.test/blog/' },
  features: [{ title: 'One' }],
}

test('English is the record itself, and so is a language without translations', () => {
  expect(translated(page, { es: { title: 'Bitácora' } }, 'en')).toEqual(page)
  expect(translated(page, undefined, 'es')).toEqual(page)
  expect(translated(page, { es: 'nonsense' }, 'es')).toEqual(page)
})

test('translated texts replace the English ones; empty ones do not', () => {
  expect(translated(page, { es: { title: 'Bitácora', subtitle: '' } }, 'es')).toMatchObject({
    title: 'Bitácora',
    subtitle: 'News',
  })
})

test('metadata without a translation stays in English', () => {
  expect(translated(page, { es: { metadata: { title: 'Nuestro blog' } } }, 'es').metadata).toEqual({
    title: 'Nuestro blog',
    canonical: 'https://acme.test/blog/',
  })
})

test('lists are merged entry by entry and text by text; the entries are those of English', () => {
  const team = [
    { name: 'Ana', role: 'Head', bio: 'Builds.' },
    { name: 'Ben', role: 'Lead' },
  ]
  const inSpanish = (list: unknown) => translated({ team }, { es: { team: list } }, 'es').team
  expect(inSpanish([{ role: 'Directora', bio: '' }])).toEqual([
    { name: 'Ana', role: 'Directora', bio: 'Builds.' },
    { name: 'Ben', role: 'Lead' },
  ])
  expect(inSpanish([null, { role: 'Jefe' }, { name: 'Gone' }])).toEqual([team[0]!, { name: 'Ben', role: 'Jefe' }])
  expect(translated({ team: [] }, { es: { team: [{ name: 'Gone' }] } }, 'es').team).toEqual([])
})

test('lists that English does not have, and lists of non-objects, are translated as a whole', () => {
  expect(translated(page, { es: { team: [{ name: 'Ana' }] } }, 'es')).toMatchObject({ team: [{ name: 'Ana' }] })
  expect(translated({ tags: ['a', 'b'] }, { es: { tags: ['c'] } }, 'es').tags).toEqual(['c'])
})

test('lists whose entries have ids are merged by these, whatever their order', () => {
  const blocks = [
    { id: 'top', title: 'Welcome', cards: [{ title: 'One' }, { title: 'Two' }] },
    { id: 'end', title: 'Write to us' },
  ]
  const inSpanish = (texts: unknown, english = blocks) =>
    translated({ blocks: english }, { es: { blocks: texts } }, 'es')
  const texts = { end: { title: 'Escriba' }, top: { title: '', cards: [{ title: '' }, { title: 'Dos' }] }, gone: {} }
  expect(inSpanish(texts).blocks).toEqual([
    { id: 'top', title: 'Welcome', cards: [{ title: 'One' }, { title: 'Dos' }] },
    { id: 'end', title: 'Escriba' },
  ])
  expect(inSpanish(texts, blocks.toReversed()).blocks.map(({ title }) => title)).toEqual(['Escriba', 'Welcome'])
  expect(inSpanish(texts, []).blocks).toEqual([])
})
