import { type Field, isText } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'

export const textBlock = (html: string) => ({ id: 'text', type: 'text', html })

/** A body that publishes a record of any kind, with a text in each of its fields. */
export const sampleRecord = ({ fields }: Pick<RecordKind, 'fields'>, changes: object = {}) => ({
  ...Object.fromEntries(
    Object.entries<Field>(fields).flatMap(([name, field]): [string, unknown][] => {
      if (field.type === 'picture') return [[name, '/images/first-light.webp']]
      if (field.type === 'blocks') return [[name, [textBlock('<p>Sample with dowels</p>')]]]
      if (!isText(field)) return []
      const words = `Sample of ${name}`
      return [[name, field.type === 'html' ? `<p>${words} with dowels</p>` : words]]
    }),
  ),
  ...changes,
})
