import { expect, test } from 'bun:test'
import { cpuTime } from '#test/cpu-time'
import { alignLists } from './align-lists'
import { fieldsOf } from './page-fields'

type Entry = Record<string, unknown>
const text = (english: Entry[] | undefined, spanish: Entry[]) =>
  JSON.stringify({ team: english, translations: { es: { team: spanish } } })
const align = (content: string, ...befores: string[]) =>
  (JSON.parse(alignLists(content, fieldsOf('about'), befores)) as { translations: { es: { team: Entry[] } } })
    .translations.es.team

const english = (name: string): Entry => ({ name, bio: `${name} builds` })
const spanish = (name: string): Entry => ({ name: `Sra. ${name}`, bio: `${name} construye` })
const [ana, ben, cleo, dora] = [english('Ana'), english('Ben'), english('Cleo'), english('Dora')]
const [anaEs, benEs, cleoEs, doraEs] = [spanish('Ana'), spanish('Ben'), spanish('Cleo'), spanish('Dora')]
const before = text([ana, ben, cleo], [anaEs, benEs, cleoEs])

test('an entry removed, moved or added in English alone is so in Spanish', () => {
  expect(align(text([ana, cleo], [anaEs, benEs, cleoEs]), before)).toEqual([anaEs, cleoEs])
  expect(align(text([cleo, ana, ben], [anaEs, benEs, cleoEs]), before)).toEqual([cleoEs, anaEs, benEs])
  expect(align(text([dora, ana, ben, cleo], [anaEs, benEs, cleoEs]), before)).toEqual([{}, anaEs, benEs, cleoEs])
  expect(align(text([], [anaEs, benEs, cleoEs]), before)).toEqual([])
  expect(align(text(undefined, [anaEs, benEs, cleoEs]), before)).toEqual([])
})

test('an entry that is reworded meanwhile keeps its translation', () => {
  const renamed = { ...ana, bio: 'Leads' }
  expect(align(text([renamed, cleo], [anaEs, benEs, cleoEs]), before)).toEqual([anaEs, cleoEs])
  const all = [ana, ben, cleo].map((_, index) => ({ name: `New ${index}`, bio: `All of it ${index}` }))
  expect(align(text(all, [anaEs, benEs, cleoEs]), before)).toEqual([anaEs, benEs, cleoEs])
})

test('lists of one length that were both changed are taken as they are', () => {
  const typed = text([cleo, ana], [cleoEs, { name: 'Otra' }])
  expect(alignLists(typed, fieldsOf('about'), [before])).toBe(typed)
  expect(alignLists(text([ana, ben], [benEs, anaEs]), fieldsOf('about'))).toBe(text([ana, ben], [benEs, anaEs]))
})

test('entries that have ids are matched by them, whatever their order', () => {
  const withId = (entry: Entry, id: string) => ({ ...entry, id })
  const [first, second] = [withId(anaEs, 'a'), withId(benEs, 'b')]
  const swapped = text([withId(ana, 'a'), withId(ben, 'b')], [second, first])
  expect(align(swapped)).toEqual([first, second])
  expect(align(swapped, before)).toEqual([first, second])
  expect(align(text([withId(ana, 'a'), withId(ben, 'b')], [benEs, first]))).toEqual([first, benEs])
  // Unrelated ids do not match the other list.
  const own = text([withId(ana, '1'), withId(ben, '2')], [withId(anaEs, '10'), withId(benEs, '20')])
  expect(alignLists(own, fieldsOf('about'))).toBe(own)
})

test('where both were changed and one is longer, each entry goes where its counterpart is', () => {
  const doraTyped = { name: 'Doña Dora' }
  expect(align(text([ana, cleo, dora], [anaEs, benEs, cleoEs, doraTyped]), before)).toEqual([anaEs, cleoEs, doraTyped])
  expect(align(text([ana, ben, cleo], [cleoEs]), before)).toEqual([{}, {}, cleoEs])
})

test('of several possible earlier versions the one with the same list is used', () => {
  const draft = text([ana, ben, cleo, dora], [anaEs, benEs, cleoEs, doraEs])
  expect(align(text([ben, dora], [anaEs, benEs, cleoEs, doraEs]), before, draft)).toEqual([benEs, doraEs])
  expect(align(text([ben], [anaEs, benEs, cleoEs]), draft, before)).toEqual([benEs])
})

test('without an earlier version, entries are matched by common values; the rest keeps its order', () => {
  const [anaHere, benHere, cleoHere] = [ana, ben, cleo].map(({ name }) => ({ name, bio: 'Construye' }))
  expect(align(text([ana, cleo], [anaHere!, benHere!, cleoHere!]))).toEqual([anaHere!, cleoHere!, benHere!])
  expect(align(text([ana, cleo], [anaEs, benEs, cleoEs]))).toEqual([anaEs, benEs, cleoEs])
  expect(align(text([ana, ben, cleo], [cleoHere!]))).toEqual([{}, {}, cleoHere!])
  expect(align(text([ana, { ...ben, id: 'b' }], [{ id: 'b', name: 'Benito' }]))).toEqual([
    {},
    { id: 'b', name: 'Benito' },
  ])
})

test('an entry without an English counterpart stays behind the others, and is given no new one', () => {
  const drifted = text([ana, cleo], [anaEs, cleoEs, benEs])
  expect(alignLists(drifted, fieldsOf('about'))).toBe(drifted)
  expect(align(text([ana, cleo, dora], [anaEs, cleoEs, benEs]), drifted)).toEqual([anaEs, cleoEs, {}, benEs])
  expect(align(text(undefined, [anaEs]))).toEqual([anaEs])
})

test('aligning is idempotent, and another shape is left unchanged', () => {
  const once = alignLists(text([ana, ben, cleo], [cleoEs]), fieldsOf('about'), [before])
  expect(alignLists(once, fieldsOf('about'))).toBe(once)
  for (const typed of [
    '{broken',
    '7',
    '{ "team": 7, "translations": { "es": { "team": [{}] } } }',
    '{ "team": [[1]], "translations": { "es": { "team": [null] } } }',
    '{ "translations": [] }',
  ])
    expect(alignLists(typed, fieldsOf('about'))).toBe(typed)
})

test('only the list is written; everything else stays as typed, long lists too are fast', () => {
  const typed = '{ "team": [ ],  "own": 2.50, "translations": { "es": { "title" :"x", "team": [{"name":"A"}] } } }'
  const was = '{ "team": [{"name":"A"}], "translations": { "es": { "team": [{"name":"A"}] } } }'
  expect(alignLists(typed, fieldsOf('about'), [was])).toBe(typed.replace('[{"name":"A"}]', '[]'))
  const long = Array.from({ length: 20_000 }, (_, index) => ({ name: `${index}` }))
  expect(cpuTime(() => align(text(long.slice(1), long), text(long, long)))).toBeLessThan(4000)
})
