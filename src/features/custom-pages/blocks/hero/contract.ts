import type { RowFields } from '#records/kind/fields'

/** The head of a page: its title is the page's heading. */
export const heroFields = {
  title: { type: 'text', max: 200, required: true, translated: true },
  text: { type: 'lines', max: 1000, translated: true },
  picture: {
    type: 'group',
    fields: { src: { type: 'picture', required: true }, alt: { type: 'text', max: 300, translated: true } },
  },
} as const satisfies RowFields
