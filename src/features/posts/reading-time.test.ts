import { expect, test } from 'bun:test'
import { readingMinutes } from '#features/posts/post-article'

test('takes a minute for 220 words, and at least one', () => {
  for (const [words, minutes] of [
    [0, 1],
    [220, 1],
    [440, 2],
    [660, 3],
  ] as const)
    expect([words, readingMinutes('a word — '.repeat(words / 2))]).toEqual([words, minutes])
  expect(readingMinutes('-'.repeat(500_000))).toBe(1)
})
