import { expect, test } from 'bun:test'
import { editDistance, isTypo, typosOf } from './matches'

test('a letter more, less, other or exchanged is a typo; the same word, or two errors, are none', () => {
  for (const typed of ['measuringg', 'easuring', 'measurin', 'meazuring', 'measruing', 'emasuring', 'measurign'])
    expect([typed, isTypo(typed, 'measuring'), isTypo('measuring', typed)]).toEqual([typed, true, true])
  for (const typed of ['measuring', 'measur', 'maesurign', 'rmeasuing', 'meesuringg', ''])
    expect([typed, isTypo(typed, 'measuring'), isTypo('measuring', typed)]).toEqual([typed, false, false])
})

test('the typos of a word are those at one edit, within its alphabet', () => {
  const forms = typosOf('loom7')
  expect(forms).toEqual(expect.arrayContaining(['looom7', 'oom7', 'lomo7', 'loam7', 'loom8', 'loom78']))
  expect(forms).not.toContain('loom7')
  expect(forms.filter((form) => !isTypo('loom7', form) || editDistance('loom7', form) !== 1)).toEqual([])
  expect(typosOf('телефон')).toContain('телфон')
  expect(typosOf('loom').some((form) => /\d/.test(form))).toBe(false)
})
