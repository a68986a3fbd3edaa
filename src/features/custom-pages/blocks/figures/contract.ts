import type { RowFields } from '#records/kind/fields'
import { line } from '../fields'

/** Values are texts: `1,200`, `98 %`, `3×`. */
export const figuresFields = {
  title: line,
  figures: {
    type: 'list',
    min: 1,
    max: 6,
    entry: { value: { ...line, max: 40, required: true }, label: { ...line, required: true } },
  },
} as const satisfies RowFields
