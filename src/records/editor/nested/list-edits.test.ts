import { expect, test } from 'bun:test'
import { readAt } from '#editing/json-text'
import { countRows, insertRow, inside, moveRow, removeRow, writeValue } from './list-edits'

type Page = Record<string, unknown>
const page = (team: unknown, spanish?: unknown): Page => ({
  team,
  ...(spanish === undefined ? {} : { translations: { es: { team: spanish } } }),
})
const [ana, ben, cleo] = [{ name: 'Ana' }, { name: 'Ben' }, { name: 'Cleo' }]
const [anaEs, benEs, cleoEs] = [{ name: 'Áná' }, { name: 'Bén' }, { name: 'Cléo' }]
const members = { at: ['team'], name: ['team'] }
const blank = { name: '' }
const read = (content: Page) => [content.team, readAt(content, ['translations', 'es', 'team'])]
const both = page([ana, ben, cleo], [anaEs, benEs, cleoEs])

test('a row is added, moved and removed in both languages', () => {
  expect(read(insertRow(both, members, 1, blank))).toEqual([
    [ana, blank, ben, cleo],
    [anaEs, blank, benEs, cleoEs],
  ])
  expect(read(moveRow(both, members, 2, 0))).toEqual([
    [cleo, ana, ben],
    [cleoEs, anaEs, benEs],
  ])
  expect(read(removeRow(both, members, 0))).toEqual([
    [ben, cleo],
    [benEs, cleoEs],
  ])
})

test('a Spanish list that is shorter, or missing, is kept in step', () => {
  const short = page([ana, ben, cleo], [anaEs])
  expect(read(moveRow(short, members, 0, 2))).toEqual([
    [ben, cleo, ana],
    [{}, {}, anaEs],
  ])
  expect(read(insertRow(short, members, 3, blank))[1]).toEqual([anaEs, {}, {}, blank])
  expect(read(removeRow(page([ana, ben]), members, 0))).toEqual([[ben], undefined])
  expect(read(insertRow({}, members, 0, blank))).toEqual([[blank], undefined])
})

test('a text is written into its row, which is created if missing', () => {
  const write = (content: Page, language: 'en' | 'es', index: number) =>
    read(writeValue(content, language, inside(members, index, 'role'), 'Head'))
  expect(write(page([ana, ben]), 'es', 1)).toEqual([
    [ana, ben],
    [{}, { role: 'Head' }],
  ])
  expect(write(page([ana], [anaEs, benEs, cleoEs]), 'en', 2)[0]).toEqual([ana, {}, { role: 'Head' }])
})

test('rows that exist only in Spanish are counted, and can be removed', () => {
  const drifted = page([ana], [anaEs, benEs])
  expect(countRows(drifted, members)).toBe(2)
  expect(read(removeRow(drifted, members, 1))).toEqual([[ana], [anaEs]])
  expect(countRows({}, members)).toBe(0)
})
