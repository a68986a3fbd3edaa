import { describe, expect, test } from 'bun:test'
import { mergeFields, type Choices } from './merging'

const html = (...blocks: string[]) => blocks.map((block) => `<p>${block}</p>`).join('\n')
const base = { title: 'A', content: html('One.', 'Two.', 'Three.'), isFeatured: false }
const merge = (yours: Partial<typeof base>, theirs: Partial<typeof base>) =>
  mergeFields({ base, yours: { ...base, ...yours }, theirs: { ...base, ...theirs } }, (field) => field === 'content')

describe('two changes of one record', () => {
  test('are merged without a question where they are in different fields and paragraphs', () => {
    const { conflicts, autoMerged, resolve } = merge(
      { title: 'B', content: html('One!', 'Two.', 'Three.') },
      { isFeatured: true, content: html('One.', 'Two.', 'Three!', 'Four.') },
    )
    expect(conflicts).toEqual([])
    expect(autoMerged.toSorted()).toEqual(['content', 'isFeatured'])
    expect(resolve({})).toEqual({ title: 'B', content: html('One!', 'Two.', 'Three!', 'Four.'), isFeatured: true })
  })

  test('are asked about by paragraph and field where both have changed the same, and about nothing else', () => {
    const { conflicts, resolve } = merge(
      { title: 'B', content: html('One!', 'Two mine.', 'Three.') },
      { title: 'C', content: html('One.', 'Two theirs.', 'Three!') },
    )
    expect(conflicts).toMatchObject([
      { field: 'title', base: 'A', yours: 'B', theirs: 'C', isHtml: false },
      { field: 'content', paragraph: 2, base: '<p>Two.</p>', yours: '<p>Two mine.</p>', theirs: '<p>Two theirs.</p>' },
    ])
    const choose = (side: 'yours' | 'theirs' | 'both'): Choices =>
      Object.fromEntries(conflicts.map(({ key }) => [key, side]))
    expect(resolve({})).toEqual({ ...base, title: 'B', content: html('One!', 'Two mine.', 'Three!') })
    expect(resolve(choose('theirs'))).toEqual({ ...base, title: 'C', content: html('One!', 'Two theirs.', 'Three!') })
    expect(resolve(choose('both')).content).toBe(html('One!', 'Two theirs.', 'Two mine.', 'Three!'))
  })

  test('keep a rich text that only one has changed verbatim', () => {
    const written = '<p>One.</p>\n\n<p>Two &amp; <b>a half</b>.</p>'
    expect(merge({}, { content: written }).resolve({}).content).toBe(written)
    expect(merge({ content: written }, { title: 'C' }).resolve({}).content).toBe(written)
  })

  test('are no conflict where both made the same change', () => {
    const same = { title: 'B', content: html('One.') }
    expect(merge(same, same)).toMatchObject({ conflicts: [], autoMerged: [] })
  })

  test('of plain fields are chosen whole', () => {
    const fields = { title: 'A', text: 'T' }
    const { conflicts, resolve } = mergeFields({
      base: fields,
      yours: { title: 'B', text: 'T' },
      theirs: { title: 'C', text: 'U' },
    })
    expect(conflicts.map(({ field }) => field)).toEqual(['title'])
    expect(resolve({ title: 'theirs' })).toEqual({ title: 'C', text: 'U' })
    expect(resolve({ title: 'yours' })).toEqual({ title: 'B', text: 'U' })
  })
})
