import type { RowFields } from '#records/kind/fields'

export const textFields = {
  html: { type: 'html', max: 200_000, required: true, translated: true },
} as const satisfies RowFields
