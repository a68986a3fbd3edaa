import { expect, test } from 'bun:test'
import { fromStored } from '#records/editor/values/record-values'
import { sheet } from '#test/content/sheet-kind'
import { unsavedOf } from '#records/editor/saving/device-copy'
import { initialState, reduce, restoreUnsaved } from '#records/editor/saving/editor-state'
import { mergeRecords, mergeContents } from './merge-contents'
import type { Choices } from './merging'

const hero = { id: 'top', type: 'hero', title: 'Welcome' }
const text = { id: 'more', type: 'text', html: '<p>One.</p>\n<p>Two.</p>' }
const posts = { id: 'news', type: 'posts', count: 3 }
const said = (top: string) => ({ translations: { es: { blocks: { top: { title: top } } } } })
const base = { blocks: [hero, text, posts], ...said('Hola') }
const merge = (yours: object, theirs: object) =>
  mergeContents(sheet.fields, { base, yours: { ...base, ...yours }, theirs: { ...base, ...theirs } }, (path) =>
    path.join('.'),
  )

test('blocks are matched by their ids: moves, texts and translations of two editors are merged', () => {
  const { conflicts, autoMerged, resolve } = merge(
    { blocks: [posts, { ...hero, title: 'Hello' }, { ...text, html: '<p>One!</p>\n<p>Two.</p>' }] },
    { blocks: [hero, { ...text, html: '<p>One.</p>\n<p>Two!</p>' }, { ...posts, count: 5 }], ...said('Bienvenidos') },
  )
  expect(conflicts).toEqual([])
  expect(autoMerged).toContain('blocks')
  expect(resolve({})).toEqual({
    blocks: [
      { ...posts, count: 5 },
      { ...hero, title: 'Hello' },
      { ...text, html: '<p>One!</p>\n<p>Two!</p>' },
    ],
    ...said('Bienvenidos'),
  })
})

test('an item added by both is there once, and an item removed by both is gone', () => {
  const [mine, other] = [
    { ...posts, id: 'mine' },
    { ...posts, id: 'other' },
  ]
  const { conflicts, resolve } = merge({ blocks: [mine, hero, posts] }, { blocks: [hero, text, posts, other] })
  expect(conflicts).toEqual([])
  expect(resolve({}).blocks).toEqual([mine, hero, posts, other])
})

test('a conflict is asked about by its path, a removed block as a whole', () => {
  const { conflicts, resolve } = merge(
    { blocks: [{ ...hero, title: 'Yours' }, posts], ...said('Tuyo') },
    { blocks: [{ ...hero, title: 'Theirs' }, { ...text, html: '<p>New.</p>' }, posts], ...said('Suyo') },
  )
  expect(conflicts).toMatchObject([
    { field: 'blocks.top.title', base: 'Welcome', yours: 'Yours', theirs: 'Theirs' },
    { field: 'translations.es.blocks.top.title', yours: 'Tuyo', theirs: 'Suyo' },
    { field: 'blocks.more', base: 'One.\nTwo.', yours: undefined, theirs: 'New.' },
  ])
  const choices: Choices = Object.fromEntries(conflicts.map(({ key }) => [key, 'theirs']))
  expect(resolve({}).blocks).toEqual([{ ...hero, title: 'Yours' }, posts])
  expect(resolve(choices)).toEqual({
    blocks: [{ ...hero, title: 'Theirs' }, { ...text, html: '<p>New.</p>' }, posts],
    ...said('Suyo'),
  })
})

test('the values of a record are merged with its rows and blocks', () => {
  const values = fromStored(sheet, { title: 'Roofs', content: '<p>All</p>', prices: [{ name: 'Slate' }], ...base })
  const rows = JSON.stringify([{ name: 'Slate' }, { name: 'Tiles' }])
  const blocks = JSON.stringify([{ ...hero, title: 'Hello' }, text, posts])
  const { conflicts, resolve } = mergeRecords(sheet, {
    base: values,
    yours: { ...values, title: 'Roof', blocks },
    theirs: { ...values, prices: rows },
  })
  expect(conflicts).toEqual([])
  expect(resolve({})).toEqual({ ...values, title: 'Roof', prices: rows, blocks })
})

test('a block of an unsaved text that somebody else has removed meanwhile is restored with its translation', () => {
  const values = fromStored(sheet, { title: 'Roofs', ...base })
  const stored = { values, version: 1 }
  const blocks = JSON.stringify([{ ...hero, title: 'Hello' }, text, posts])
  const kept = unsavedOf(reduce(initialState(stored), { type: 'edited', patch: { blocks }, time: 1 }), 'Roofs')!
  const others = fromStored(sheet, { title: 'Roofs', blocks: [text, posts], translations: {} })
  const mergeBoth = (versions: Parameters<typeof mergeRecords>[1]) => mergeRecords(sheet, versions)
  const restored = restoreUnsaved({ values: others, version: 2 }, { ...kept, place: '' }, mergeBoth)
  const { conflicts, resolve } = mergeBoth({ base: restored.base.values, yours: restored.values, theirs: others })
  expect(conflicts).toMatchObject([{ field: 'blocks.top', yours: 'Hello\nHola', theirs: undefined }])
  expect(resolve({})).toMatchObject({ blocks, 'translations.es.blocks': values['translations.es.blocks'] })
})
