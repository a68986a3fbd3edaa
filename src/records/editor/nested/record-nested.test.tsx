import { screen, within } from '@testing-library/react'
import { userEvent as events } from '@testing-library/user-event'
import { expect, test } from 'bun:test'
import { useEffect, useState } from 'react'
import { renderAdmin, startAfresh } from '#test/admin-screen'
import { sheet } from '#test/sheet-kind'
import { mergeRecords } from '#records/editor/merge/merge-records'
import { RecordTexts } from '#records/editor/record-editor'
import { useRecordForm } from '#records/editor/saving/use-record-form'
import { fromStored, type RecordValues, toBody } from '#records/editor/values/record-values'
import { spreadNested } from '#records/editor/values/nested-values'

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

function Editor({ name, errors }: { name: string; errors: Record<string, string> }) {
  const [loaded] = useState(() => ({ values: fromStored(sheet, stored), version: 1 }))
  const form = useRecordForm({
    unsavedKey: 'sheet:1',
    loaded,
    titleOf: ({ title }) => title,
    merge: (versions) => mergeRecords(sheet, versions),
  })
  useEffect(() => {
    held.values = form.values
  }, [form.values])
  return <RecordTexts kind={sheet} form={{ ...form, errors }} languages={['en', 'es']} marks={marks} name={name} />
}

function edit(name: string, errors: Record<string, string> = {}) {
  startAfresh()
  renderAdmin(<Editor name={name} errors={errors} />, () => ({ status: 404 }))
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const rows = () => screen.getAllByRole('group').filter((group) => group.className === 'content-entry')
const type = async (row: number, label: string | RegExp, text: string) => {
  const input = within(rows()[row]!).getByRole('textbox', { name: label })
  await userEvent.clear(input)
  await userEvent.type(input, text)
}

test('rows of a record are typed in, added, moved and removed in both languages', async () => {
  edit('prices', { 'prices.1.name': 'Say what it is' })
  expect(rows()[1]!.textContent).toContain('Say what it is')
  await type(1, 'project.prices.name', 'Clay')
  await press('Move entry 2 up')
  await press('Add entry')
  await type(2, /prices\.name.*Spanish/, 'Cobre')
  expect(bodyOf().prices.map(({ name }) => name)).toEqual(['Clay', 'Slate', ''])
  expect(bodyOf().translations.es.prices).toMatchObject([{}, { name: 'Pizarra' }, { name: 'Cobre' }])
  await press('Remove entry 2')
  expect(bodyOf().prices.map(({ name }) => name)).toEqual(['Clay', ''])
  expect(bodyOf().translations.es.prices).toMatchObject([{}, { name: 'Cobre' }])
})

test('blocks of any type come in, and are hidden, duplicated, moved and removed with their translations', async () => {
  edit('blocks')
  await type(0, /hero\.title.*Spanish/, 'Bienvenidos')
  await press('Duplicate block 1')
  await press('Hide block 2')
  await userEvent.click(screen.getAllByRole('button', { name: 'Add a block at place 4' }).at(-1)!)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'project.blocks.text' }))
  await press('Move entry 3 up')
  expect(bodyOf().blocks).toMatchObject([
    { id: 'top', type: 'hero' },
    { id: 'news', type: 'posts', count: 3 },
    { id: 'b3', type: 'hero', title: 'Welcome', hidden: true },
    { id: 'b4', type: 'text', html: '' },
  ])
  expect(bodyOf().translations.es.blocks).toMatchObject({ top: { title: 'Bienvenidos' }, b3: { title: 'Bienvenidos' } })
  await press('Remove entry 1')
  await press('Hide block 2')
  expect(bodyOf().blocks.map(({ id }) => id)).toEqual(['news', 'b3', 'b4'])
  expect(Object.keys(bodyOf().translations.es.blocks)).toEqual(['b3'])
  expect(bodyOf().blocks[1]).not.toHaveProperty('hidden')
})

test('a history compares rows and blocks text by text', () => {
  const after = { ...stored, blocks: [{ ...stored.blocks[1], count: 4 }, stored.blocks[0]] }
  const [was, is] = [stored, after].map((values) => spreadNested(sheet, fromStored(sheet, values)))
  const changed = Object.keys(is!).filter((name) => is![name] !== was![name])
  expect(changed.toSorted()).toEqual(['blocks', 'blocks.news.count'])
  expect(is).toMatchObject({ 'prices.0.name': 'Slate', 'translations.es.prices.0.name': 'Pizarra' })
})
