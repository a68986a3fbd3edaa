import { describe, expect, test } from 'bun:test'
import { schemaIssues } from '#platform/http/issues'
import { customPageKind } from '../contract'
import { blockTypes, type BlockTypeName } from './block-types'

const picture = { src: '/images/a.webp', alt: 'A roof' }
const action = { label: 'Write to us', href: '/contact/' }
const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)

/** Each type with only its required fields. */
const least: Record<BlockTypeName, object> = {
  hero: { title: 'Measured first' },
  text: { html: '<p>Said.</p>' },
  picture,
  gallery: { pictures: [picture, picture] },
  cards: { cards: [{ title: 'Slate' }] },
  figures: { figures: [{ value: '98 %', label: 'reused' }] },
  quote: { text: 'Good work.' },
  logos: { logos: [picture, picture] },
  faq: { questions: [{ question: 'When?', answer: '<p>Soon.</p>' }] },
  call: { title: 'Ask us', action },
  posts: { count: 3 },
  projects: { count: 12 },
  contact: {},
  waitlist: {},
}

/** Each type with all of its fields. */
const most: Record<BlockTypeName, object> = {
  hero: { title: 'Measured first', text: 'Two weeks.', picture, action },
  text: { html: '<p>Said.</p>' },
  picture: { ...picture, caption: 'In March', wide: true },
  gallery: { pictures: times(24, { ...picture, caption: 'In March' }) },
  cards: { title: 'Roofs', cards: times(12, { title: 'Slate', text: 'Grey', picture, href: 'https://example.com/a' }) },
  figures: { title: 'In figures', figures: times(6, { value: '3×', label: 'faster' }) },
  quote: { text: 'Good work.', name: 'Ada', role: 'Roofer', photo: picture },
  logos: { title: 'With us', logos: times(24, { ...picture, href: 'https://example.com/' }) },
  faq: { title: 'Asked often', questions: times(30, { question: 'When?', answer: '<p>Soon.</p>' }) },
  call: { title: 'Ask us', text: 'We answer.', action: { label: 'Mail', href: 'mailto:a@example.com' } },
  posts: { title: 'Notes', category: 'roofs', count: 1 },
  projects: { title: 'Work', count: 1 },
  contact: { title: 'Write to us' },
  waitlist: { title: 'Join', text: 'Soon.' },
}

const types = Object.keys(blockTypes) as BlockTypeName[]

function faultsOf(type: BlockTypeName, fields: object, schema = customPageKind.input): string[] {
  const parsed = schema.safeParse({ title: 'Page', blocks: [{ id: 'a', type, ...fields }] })
  return parsed.success ? [] : schemaIssues(parsed.error).map(({ path }) => path)
}

describe.each(types)('a block of the type %s', (type) => {
  test('is valid with its required fields, and with every field', () => {
    expect(faultsOf(type, least[type])).toEqual([])
    expect(faultsOf(type, most[type])).toEqual([])
    const blocks = [{ id: 'a', type, ...most[type] }]
    expect(customPageKind.input.parse({ title: 'Page', blocks })).toMatchObject({ blocks })
  })

  test('needs its required fields to be published, and as a draft none of them', () => {
    for (const name of Object.keys(least[type])) {
      const { [name as never]: _, ...rest } = least[type]
      expect([name, faultsOf(type, rest).every((path) => path.startsWith(`blocks.0.${name}`))]).toEqual([name, true])
      expect([name, faultsOf(type, rest).length > 0]).toEqual([name, true])
    }
    expect(faultsOf(type, {}, customPageKind.draftInput)).toEqual([])
  })

  test('accepts no unknown field', () => {
    expect(faultsOf(type, { ...least[type], colour: 'red' })).toEqual(['blocks.0.colour'])
  })
})

test.each<[BlockTypeName, object, string]>([
  ['hero', { title: 'A', picture: { src: '/a.webp' } }, 'picture.alt'],
  ['hero', { title: 'A', picture: { src: 'javascript:x', alt: '' } }, 'picture.src'],
  ['hero', { title: 'A', action: { label: 'B', href: 'javascript:x' } }, 'action.href'],
  ['hero', { title: 'A', action: { label: '', href: '/a/' } }, 'action.label'],
  ['picture', { ...picture, wide: 'yes' }, 'wide'],
  ['gallery', { pictures: [picture] }, 'pictures'],
  ['gallery', { pictures: times(25, picture) }, 'pictures'],
  ['cards', { cards: [] }, 'cards'],
  ['cards', { cards: times(13, { title: 'A' }) }, 'cards'],
  ['cards', { cards: [{ title: 'A', href: '//evil.example' }] }, 'cards.0.href'],
  ['figures', { figures: times(7, { value: '1', label: 'a' }) }, 'figures'],
  ['figures', { figures: [{ value: 1, label: 'a' }] }, 'figures.0.value'],
  ['logos', { logos: [picture] }, 'logos'],
  ['faq', { questions: times(31, { question: 'A', answer: '<p>b</p>' }) }, 'questions'],
  ['call', { title: 'A', action: { label: 'B' } }, 'action.href'],
  ['posts', { count: 0 }, 'count'],
  ['posts', { count: 13 }, 'count'],
  ['posts', { count: 1.5 }, 'count'],
  ['posts', { count: 3, category: 'Two words' }, 'category'],
  ['projects', { count: '3' }, 'count'],
])('a block of the type %s is refused at %3$s', (type, fields, path) => {
  expect(faultsOf(type, fields)).toEqual([`blocks.0.${path}`])
})

test('a decorative picture has no alternative text, and a button may link to a part of the page', () => {
  expect(faultsOf('picture', { ...picture, alt: '' })).toEqual([])
  expect(faultsOf('hero', { title: 'A', action: { label: 'Join', href: '#waitlist' } })).toEqual([])
})
