import type { RowFields } from '#records/kind/fields'
import { line, lines, picture } from '../fields'

export const quoteFields = {
  text: { ...lines, max: 2000, required: true },
  name: line,
  role: line,
  photo: picture,
} as const satisfies RowFields
