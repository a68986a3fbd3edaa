import { expect, test } from 'bun:test'
import { insertRow, moveRow, removeRow, rowsOf, writeRow } from './list-edits'

const page = (team: unknown, spanish?: unknown) =>
  JSON.stringify({ team, ...(spanish === undefined ? {} : { translations: { es: { team: spanish } } }) })
const [ana, ben, cleo] = [{ name: 'Ana' }, { name: 'Ben' }, { name: 'Cleo' }]
const [anaEs, benEs, cleoEs] = [{ name: 'Áná' }, { name: 'Bén' }, { name: 'Cléo' }]
const blank = { name: '' }
const read = (text: string) => {
  const { team, translations } = JSON.parse(text)
  return [team, translations?.es.team]
}
const both = page([ana, ben, cleo], [anaEs, benEs, cleoEs])

test('a row is added, moved and removed in both languages', () => {
  expect(read(insertRow(both, 'team', 1, blank))).toEqual([
    [ana, blank, ben, cleo],
    [anaEs, blank, benEs, cleoEs],
  ])
  expect(read(moveRow(both, 'team', 2, 0))).toEqual([
    [cleo, ana, ben],
    [cleoEs, anaEs, benEs],
  ])
  expect(read(removeRow(both, 'team', 0))).toEqual([
    [ben, cleo],
    [benEs, cleoEs],
  ])
})

test('a Spanish list that is shorter, or not there, goes along', () => {
  const short = page([ana, ben, cleo], [anaEs])
  expect(read(moveRow(short, 'team', 0, 2))).toEqual([
    [ben, cleo, ana],
    [{}, {}, anaEs],
  ])
  expect(read(insertRow(short, 'team', 3, blank))[1]).toEqual([anaEs, {}, {}, blank])
  expect(read(removeRow(page([ana, ben]), 'team', 0))).toEqual([[ben], undefined])
  expect(read(insertRow('{}', 'team', 0, blank))).toEqual([[blank], undefined])
})

test('a text is written into its row, which comes to be where it is not there', () => {
  const write = (text: string, language: 'en' | 'es', index: number) =>
    read(writeRow(text, language, { key: 'team', index, part: 'role' }, 'Head'))
  expect(write(page([ana, ben]), 'es', 1)).toEqual([
    [ana, ben],
    [{}, { role: 'Head' }],
  ])
  expect(write(page([ana], [anaEs, benEs, cleoEs]), 'en', 2)[0]).toEqual([ana, {}, { role: 'Head' }])
})

test('rows that only Spanish knows are counted, and can be removed', () => {
  const drifted = page([ana], [anaEs, benEs])
  expect(rowsOf(JSON.parse(drifted), 'team')).toBe(2)
  expect(read(removeRow(drifted, 'team', 1))).toEqual([[ana], [anaEs]])
  expect(rowsOf({}, 'team')).toBe(0)
})
