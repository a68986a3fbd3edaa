import type { RowFields } from '#records/kind/fields'
import { line } from '../fields'

export const contactFields = { title: line } as const satisfies RowFields
