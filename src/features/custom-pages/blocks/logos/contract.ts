import type { RowFields } from '#records/kind/fields'
import { alt, line, src } from '../fields'

export const logosFields = {
  title: line,
  logos: { type: 'list', min: 2, max: 24, entry: { src, alt, href: { type: 'link' } } },
} as const satisfies RowFields
