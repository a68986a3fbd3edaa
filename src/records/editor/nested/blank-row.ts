import { isText, type RowFields } from '#records/kind/fields'

/** A new row with empty texts, also in its groups, and with the minimum number of rows in its lists. */
export const blankRow = (fields: RowFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      if (field.type === 'group') return [[name, blankRow(field.fields)]]
      if (field.type === 'list' && field.min)
        return [[name, Array.from({ length: field.min }, () => blankRow(field.entry))]]
      return isText(field) ? [[name, '']] : []
    }),
  )
