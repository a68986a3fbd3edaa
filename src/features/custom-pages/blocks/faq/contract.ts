import type { RowFields } from '#records/kind/fields'
import { line } from '../fields'

export const faqFields = {
  title: line,
  questions: {
    type: 'list',
    min: 1,
    max: 30,
    entry: {
      question: { ...line, max: 300, required: true },
      answer: { type: 'html', max: 307_200, required: true, translated: true },
    },
  },
} as const satisfies RowFields
