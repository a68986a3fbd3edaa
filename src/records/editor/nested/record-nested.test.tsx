import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { expect, test } from 'bun:test'
import { useEffect, useState } from 'react'
import { renderAdmin, startAfresh } from '#test/admin-screen'
import { sheet } from '#test/content/sheet-kind'
import { mergeRecords } from '#records/editor/merge/merge-contents'
import { RecordTexts } from '#records/editor/record-editor'
import { focusFieldEvent } from '#records/editor/fields/field-location'
import { useEditor } from '#records/editor/saving/use-editor'
import { fromStored, type RecordValues, toBody, spreadNested } from '#records/editor/values/record-values'

const userEvent = events.setup({ delay: null })
const stored = {
  title: 'Roofs',
  prices: [{ name: 'Slate' }, { name: 'Tiles' }],
  blocks: [
    { id: 'top', type: 'hero', title: 'Welcome' },
    { id: 'news', type: 'posts', count: 3 },
  ],
  translations: { es: { prices: [{ name: 'Pizarra' }], blocks: { top: { title: 'Hola' } } } },
}

const held: { values?: RecordValues } = {}
const bodyOf = () => toBody(sheet, held.values!) as typeof stored
const marks = { complete: new Set<string>(), outdated: {}, confirm: () => undefined, confirming: undefined }

type EditorProps = { name: string; errors: Record<string, string>; record: object }

function Editor({ name, errors, record }: EditorProps) {
  const [loaded] = useState(() => ({ values: fromStored(sheet, { ...record }), version: 1 }))
  const form = useEditor({
    unsavedKey: 'sheet:1',
    loaded,
    titleOf: ({ title }) => title,
    merge: (versions) => mergeRecords(sheet, versions),
    write: () => Promise.reject(new Error('Nobody saves here')),
    fresh: () => Promise.resolve(null),
    onSaved: () => {},
    onFailed: () => {},
  })
  useEffect(() => {
    held.values = form.values
  }, [form.values])
  return <RecordTexts kind={sheet} form={{ ...form, errors }} languages={['en', 'es']} marks={marks} name={name} />
}

function edit(name: string, errors: Record<string, string> = {}, record: object = stored) {
  startAfresh()
  return renderAdmin(<Editor name={name} errors={errors} record={record} />, () => ({ status: 404 }))
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
/** Of the menu of a block. */
const choose = async (name: string) => {
  await press(`More actions for block ${name.at(-1)}`)
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}
const rows = () => screen.getAllByRole('group').filter((group) => group.className === 'content-entry')
const type = async (row: number, label: string | RegExp, text: string) => {
  const input = within(rows()[row]!).getByRole('textbox', { name: label })
  await userEvent.clear(input)
  await userEvent.type(input, text)
}

test('rows of a record are typed in, added, moved and removed in both languages', async () => {
  edit('prices', { 'prices.1.name': 'Say what it is' })
  expect(rows()[1]!.textContent).toContain('Say what it is')
  await type(1, 'sheet.prices.name', 'Clay')
  await press('Move entry 2 up')
  await press('Add entry')
  await type(2, /prices\.name.*Spanish/, 'Cobre')
  expect(bodyOf().prices.map(({ name }) => name)).toEqual(['Clay', 'Slate', ''])
  expect(bodyOf().translations.es.prices).toMatchObject([{}, { name: 'Pizarra' }, { name: 'Cobre' }])
  await press('Remove entry 2')
  expect(bodyOf().prices.map(({ name }) => name)).toEqual(['Clay', ''])
  expect(bodyOf().translations.es.prices).toMatchObject([{}, { name: 'Cobre' }])
})

test('blocks of any type are added, hidden, duplicated, moved and removed with their translations', async () => {
  edit('blocks')
  await type(0, /hero\.title.*Spanish/, 'Bienvenidos')
  await choose('Duplicate block 1')
  await choose('Hide block 2')
  await userEvent.click(screen.getAllByRole('button', { name: 'Add a block at position 4' }).at(-1)!)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'sheet.blocks.text' }))
  await press('Move block 3 up')
  expect(bodyOf().blocks).toMatchObject([
    { id: 'top', type: 'hero' },
    { id: 'news', type: 'posts', count: 3 },
    { type: 'hero', title: 'Welcome', hidden: true },
    { type: 'text', html: '' },
  ])
  const [, , copy = '', text = ''] = bodyOf().blocks.map(({ id }) => id)
  expect(new Set(['top', 'news', copy, text]).size).toBe(4)
  expect(bodyOf().translations.es.blocks).toMatchObject({
    top: { title: 'Bienvenidos' },
    [copy]: { title: 'Bienvenidos' },
  })
  await choose('Remove block 1')
  await choose('Show block 2')
  expect(bodyOf().blocks.map(({ id }) => id)).toEqual(['news', copy, text])
  expect(Object.keys(bodyOf().translations.es.blocks)).toEqual([copy])
  expect(bodyOf().blocks[1]).not.toHaveProperty('hidden')
})

test('a block can be added before any other', async () => {
  edit('blocks')
  await press('Add a block at position 2')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'sheet.blocks.text' }))
  expect(bodyOf().blocks.map((block) => block.type)).toEqual(['hero', 'text', 'posts'])
})

test('a removed block can be restored in place, with its translation', async () => {
  const { toast } = edit('blocks')
  await choose('Remove block 1')
  expect(bodyOf().blocks.map(({ id }) => id)).toEqual(['news'])
  await choose('Hide block 1')
  await choose('Duplicate block 1')
  render(toast()?.action)
  await press('Undo')
  expect(bodyOf().blocks).toMatchObject([
    { id: 'top', title: 'Welcome' },
    { id: 'news', hidden: true },
    { type: 'posts' },
  ])
  expect(new Set(bodyOf().blocks.map(({ id }) => id)).size).toBe(3)
  expect(bodyOf().translations.es.blocks).toEqual({ top: { title: 'Hola' } })
  expect(toast()?.title).toBe('sheet.blocks.hero restored')
  expect(toast()?.action).toBeUndefined()
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]!))
})

test('blocks can be collapsed to a line, many at once, and moved by the keyboard', async () => {
  const many = Array.from({ length: 4 }, (_, at) => ({ id: `h${at}`, type: 'hero', title: `Title ${at}` }))
  edit('blocks', {}, { ...stored, blocks: many })
  expect(screen.queryAllByRole('textbox')).toEqual([])
  const second = screen.getByRole('button', { name: /^2 .*Title 1$/ })
  await userEvent.click(second)
  expect(second.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getAllByRole('textbox').length).toBeGreaterThan(0)
  rows()[1]!.focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(bodyOf().blocks.map(({ id }) => id)).toEqual(['h0', 'h2', 'h1', 'h3'])
  await press('Collapse all blocks')
  expect(screen.queryAllByRole('textbox')).toEqual([])
  await press('Expand all blocks')
  expect(screen.queryAllByRole('button', { name: /Title/ })).toEqual([])
})

test('a collapsed block opens for its error, and when one of its fields is searched for', () => {
  const many = Array.from({ length: 4 }, (_, at) => ({ id: `h${at}`, type: 'hero', title: `Title ${at}` }))
  edit('blocks', { 'blocks.2.title': 'Say more' }, { ...stored, blocks: many })
  expect(within(rows()[2]!).getByText('Say more')).toBeTruthy()
  expect(within(rows()[0]!).queryByRole('textbox')).toBeNull()
  act(
    () => void document.dispatchEvent(new CustomEvent(focusFieldEvent, { detail: 'translations.es.blocks.h0.title' })),
  )
  expect(within(rows()[0]!).getAllByRole('textbox').length).toBeGreaterThan(0)
})

test('a history compares rows and blocks text by text', () => {
  const after = { ...stored, blocks: [{ ...stored.blocks[1], count: 4 }, stored.blocks[0]] }
  const [was, is] = [stored, after].map((values) => spreadNested(sheet, fromStored(sheet, values)))
  const changed = Object.keys(is!).filter((name) => is![name] !== was![name])
  expect(changed.toSorted()).toEqual(['blocks', 'blocks.news.count'])
  expect(is).toMatchObject({ 'prices.0.name': 'Slate', 'translations.es.prices.0.name': 'Pizarra' })
})
