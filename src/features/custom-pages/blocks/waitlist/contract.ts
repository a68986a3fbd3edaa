import type { RowFields } from '#records/kind/fields'
import { line, lines } from '../fields'

export const waitlistFields = { title: line, text: lines } as const satisfies RowFields
