import type { RowFields } from '#records/kind/fields'
import { line, lines, picture } from '../fields'

export const cardsFields = {
  title: line,
  cards: {
    type: 'list',
    min: 1,
    max: 12,
    entry: { title: { ...line, required: true }, text: lines, picture, href: { type: 'link' } },
  },
} as const satisfies RowFields
