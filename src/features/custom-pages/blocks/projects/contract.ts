import type { RowFields } from '#records/kind/fields'
import { count, line } from '../fields'

export const projectsFields = { title: line, count } as const satisfies RowFields
