import type { RowFields } from '#records/kind/fields'
import { alt, lines, src } from '../fields'

export const pictureFields = { src, alt, caption: lines, wide: { type: 'flag' } } as const satisfies RowFields
