import type { RowFields } from '#records/kind/fields'
import { actionFields, line, lines, picture } from '../fields'

/** The head of a page: its title is the page's heading. */
export const heroFields = {
  title: { ...line, required: true },
  text: lines,
  picture,
  action: { type: 'group', fields: actionFields },
} as const satisfies RowFields
