import { expect, test } from 'bun:test'
import { checkJson, insertAt, moveAt, readAt, writeAt } from './json-text'

const text = `{
  "zeta": 12345678901234567890,
  "title": "Old",
  "10": 1.0,
  "2": { "unknown": [1,2,   3] },
  "list": [
    { "a": 1, "own": true },
    { "a": 2 }
  ]
}`

test('a changed value keeps order, spacing, unknown keys and long numbers as they were', () => {
  expect(writeAt(text, ['title'], 'New "quoted"\n')).toBe(text.replace('"Old"', '"New \\"quoted\\"\\n"'))
})

test('a value is written where there was no object yet', () => {
  const written = writeAt(text, ['translations', 'es', 'title'], 'Nuevo')
  expect(readAt(checkJson(written).value, ['translations', 'es', 'title'])).toBe('Nuevo')
  expect(written).toStartWith(text.slice(0, text.lastIndexOf(']') + 1))
  expect(writeAt('{}', ['a'], 'b')).toContain('"a": "b"')
})

test('entries of a list are added, moved and removed, with their unknown keys', () => {
  const added = insertAt(text, ['list'], 2, { a: 3 })
  expect(readAt(checkJson(added).value, ['list'])).toEqual([{ a: 1, own: true }, { a: 2 }, { a: 3 }])
  const moved = moveAt(text, ['list'], 0, 1)
  expect(readAt(checkJson(moved).value, ['list'])).toEqual([{ a: 2 }, { a: 1, own: true }])
  const removed = writeAt(text, ['list', 0], undefined)
  expect(readAt(checkJson(removed).value, ['list'])).toEqual([{ a: 2 }])
  expect(removed).toContain('12345678901234567890')
})

const faults = [
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'comma'],
  ['{ "a" 1 }', 1, 7, 'colon'],
  ['{ "a": }', 1, 8, 'value'],
  ['{ "a": 1, }', 1, 11, 'name'],
  ['{ "a": 1', 1, 9, 'unclosed'],
  ['{ "a": 1 } x', 1, 12, 'syntax'],
  ['{ // note\n "a": 1 }', 1, 3, 'syntax'],
  ['', 1, 1, 'value'],
  ['[1]', 1, 1, 'notObject'],
] as const

for (const [broken, line, column, reason] of faults) {
  test(`${JSON.stringify(broken)} has a syntax error in line ${line}, column ${column}`, () => {
    expect(checkJson(broken).fault).toEqual({ line, column, reason })
  })
}
