import type { RowFields } from '#records/kind/fields'
import { alt, lines, src } from '../fields'

export const galleryFields = {
  pictures: { type: 'list', min: 2, max: 24, entry: { src, alt, caption: lines } },
} as const satisfies RowFields
