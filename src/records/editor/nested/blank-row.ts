import { isText, type RowFields } from '#records/kind/fields'

/** A row begins with its texts, those of its groups too, and with as many rows in its lists as they need. */
export const blankRow = (fields: RowFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      if (field.type === 'group') return [[name, blankRow(field.fields)]]
      if (field.type === 'list' && field.min)
        return [[name, Array.from({ length: field.min }, () => blankRow(field.entry))]]
      return isText(field) ? [[name, '']] : []
    }),
  )
