import type { RowFields } from '#records/kind/fields'
import { actionFields, line, lines } from '../fields'

/** A call to action with a button. */
export const callFields = {
  title: { ...line, required: true },
  text: lines,
  action: { type: 'group', fields: actionFields, required: true },
} as const satisfies RowFields
