import type { RowFields } from '#records/kind/fields'

export const textFields = {
  html: { type: 'html', max: 307_200, required: true, translated: true },
} as const satisfies RowFields
