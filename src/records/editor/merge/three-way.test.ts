import { describe, expect, test } from 'bun:test'
import { mergeLists } from './merging'

const list = (text: string) => text.split('|').filter(Boolean)
const told = (merged: ReturnType<typeof mergeLists>) =>
  merged
    .map((entry) =>
      typeof entry === 'string' ? entry : `[${entry.base}: ${entry.yours ?? 'gone'} / ${entry.theirs ?? 'gone'}]`,
    )
    .join('|')

const cases: [name: string, base: string, yours: string, theirs: string, merged: string][] = [
  ['nobody changes anything', 'a|b', 'a|b', 'a|b', 'a|b'],
  ['one changes', 'a|b|c', 'a|b2|c', 'a|b|c', 'a|b2|c'],
  ['both change neighbours', 'a|b|c', 'a2|b|c', 'a|b2|c', 'a2|b2|c'],
  ['both change the same to the same', 'a|b', 'a|x', 'a|x', 'a|x'],
  ['both change the same otherwise', 'a|b|c', 'a|x|c', 'a|y|c', 'a|[b: x / y]|c'],
  ['each changes several', 'a|b|c|d', 'a2|b2|c|d', 'a|b|c2|d2', 'a2|b2|c2|d2'],
  ['one inserts where the other changes', 'a|b', 'a|new|b', 'a|b2', 'a|new|b2'],
  ['one appends to what the other changes', 'a|b', 'a|b|new', 'a|b2', 'a|b2|new'],
  ['both insert at one place', 'a|b', 'a|mine|b', 'a|theirs|b', 'a|theirs|mine|b'],
  ['both insert the same at one place', 'a|b', 'a|new|b', 'a|new|b', 'a|new|b'],
  ['both begin to write', '', 'mine', 'theirs', 'theirs|mine'],
  ['one removes', 'a|b|c', 'a|c', 'a|b|c', 'a|c'],
  ['both remove the same', 'a|b|c', 'a|c', 'a|c', 'a|c'],
  ['one removes what the other changes', 'a|b|c', 'a|c', 'a|b2|c', 'a|[b: gone / b2]|c'],
  ['one changes what the other removes', 'a|b|c', 'a|b2|c', 'a|c', 'a|[b: b2 / gone]|c'],
  ['one removes beside what the other changes', 'a|b|c', 'b|c', 'a|b|c2', 'b|c2'],
  ['one moves', 'a|b|c', 'b|c|a', 'a|b|c', 'b|c|a'],
  ['one moves what the other changes', 'a|b|c', 'b|c|a', 'a2|b|c', 'b|c|a2'],
  ['one changes what the other moves', 'a|b|c', 'a2|b|c', 'b|c|a', 'b|c|a2'],
  ['both move the same', 'a|b|c', 'b|a|c', 'b|c|a', 'b|c|a'],
  ['one moves what the other removes', 'a|b|c', 'b|c|a', 'b|c', 'b|c|a'],
  ['one turns the order round, the other changes', 'a|b|c', 'c|b|a', 'a|b|c2', 'c2|b|a'],
  ['one empties it, the other appends', 'a|b', '', 'a|b|c', 'c'],
  ['entries are equal', 'a|a|b', 'a|a|b2', 'a|a|a|b', 'a|a|a|b2'],
  [
    'one rewrites a sentence and adds one below, the other rewrites it too',
    'one two three four',
    'one two three five|something else entirely',
    'one two three six',
    '[one two three four: one two three five / one two three six]|something else entirely',
  ],
  [
    'one adds a paragraph above what they change, the other changes the one after',
    'one two three|four five six',
    'quite new|one two tree|four five six',
    'one two three|four five seven',
    'quite new|one two tree|four five seven',
  ],
]

describe('two changes of a list are merged', () => {
  test.each(cases)('when %s', (_, base, yours, theirs, merged) => {
    expect(told(mergeLists(list(base), list(yours), list(theirs)))).toBe(merged)
  })

  test('and an unchanged side changes nothing of the other', () => {
    for (const [, base, yours] of cases) {
      expect(mergeLists(list(base), list(yours), list(base))).toEqual(list(yours))
      expect(mergeLists(list(base), list(base), list(yours))).toEqual(list(yours))
    }
  })
})
