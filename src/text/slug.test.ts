import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { tries } from '#test/tries'
import { slugify } from './slug'

const slugs: [title: string, slug: string][] = [
  ['Hello World', 'hello-world'],
  ['  Trimmed  twice ', 'trimmed-twice'],
  ['Educación', 'educacion'],
  ['R&D', 'r-and-d'],
  ['Research & Development', 'research-and-development'],
  ['What? Why! (Because.)', 'what-why-because'],
  ['a -- b', 'a-b'],
  ['snake_case stays', 'snake_case-stays'],
  ['😀 مرحبا', ''],
  ['-edge-', 'edge'],
]
for (const [title, slug] of slugs) test(`'${title}' becomes '${slug}'`, () => expect(slugify(title)).toBe(slug))

test('a slug has word characters and single hyphens, and is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      const slug = slugify(title)
      expect(slug).toMatch(/^(?:\w+(?:-\w+)*)?$/)
      expect(slugify(slug)).toBe(slug)
    }),
    tries(100),
  )
})
