import { defineKind } from '#records/kind/record'

const line = { type: 'text', max: 100, translated: true } as const
const picture = {
  type: 'group',
  fields: { src: { type: 'picture', required: true }, alt: { type: 'text', max: 200, translated: true } },
} as const

/** A kind of record only for tests: sheets have rows of prices, and a body of blocks. */
export const sheet = defineKind({
  name: 'sheet' as 'project',
  noun: { one: 'sheet', many: 'sheets' },
  label: 'nav.projects',
  api: '/sheets',
  page: '/sheets/:slug/',
  screen: '/admin/sheets/',
  schemaType: 'CreativeWork',
  fields: {
    title: { type: 'text', max: 200, required: true, translated: true },
    content: { type: 'html', max: 1000, required: true, translated: true },
    publishedAt: { type: 'moment' },
    prices: {
      type: 'list',
      max: 3,
      entry: { name: { ...line, required: true }, note: { type: 'html', max: 500, translated: true } },
    },
    blocks: {
      type: 'blocks',
      max: 4,
      maxBytes: 2000,
      types: {
        hero: { title: { ...line, required: true }, picture },
        text: { html: { type: 'html', max: 1000, required: true, translated: true } },
        cards: {
          cards: {
            type: 'list',
            min: 1,
            max: 12,
            entry: { title: { ...line, required: true }, href: { type: 'link' } },
          },
        },
        posts: { count: { type: 'number', min: 1, max: 12 } },
      },
    },
  },
  aside: [],
})
