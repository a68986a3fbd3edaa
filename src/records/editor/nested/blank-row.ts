import { isText, type RowFields } from '#records/kind/fields'

/** A row begins with its texts, those of its groups too. */
export const blankRow = (fields: RowFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      if (field.type === 'group') return [[name, blankRow(field.fields)]]
      return isText(field) ? [[name, '']] : []
    }),
  )
