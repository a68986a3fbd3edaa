import { expect, test } from 'bun:test'
import { checkJson, readAt, setAt, writeAt, writeChanges } from './json-text'

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

test('only the differences of a value are written', () => {
  const { value } = checkJson(text)
  const changed = setAt(value, ['title'], 'New')
  expect(writeChanges(text, value, value)).toBe(text)
  expect(writeChanges(text, value, changed)).toBe(text.replace('"Old"', '"New"'))
  const added = writeChanges(text, value, setAt(value, ['list', 2], { a: 3 }))
  expect(readAt(checkJson(added).value, ['list'])).toEqual([{ a: 1, own: true }, { a: 2 }, { a: 3 }])
  expect(added).toStartWith(text.slice(0, text.indexOf('true }') + 6))
  const removed = writeChanges(text, value, setAt(value, ['list'], [{ a: 2 }]))
  expect(readAt(checkJson(removed).value, ['list'])).toEqual([{ a: 2 }])
  const without = writeChanges(text, value, setAt(value, ['list', 0, 'own'], undefined))
  expect(readAt(checkJson(without).value, ['list', 0])).toEqual({ a: 1 })
  for (const written of [added, removed, without]) expect(written).toContain('12345678901234567890')
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
