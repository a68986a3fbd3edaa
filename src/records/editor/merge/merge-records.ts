import type { RecordKind } from '#records/kind/record'
import type { RecordValues } from '#records/editor/values/record-values'
import { nestedFields } from '#records/kind/fields'
import { toContent, toValues } from '#records/editor/values/nested-values'
import { readPath } from '#records/editor/values/paths'
import { mergeContents } from './merge-nested'
import { type Merging, mergeFields, type Versions } from './merging'

/**
 * Merges two changes of a record: formatted texts by paragraph, rows and blocks one by one, everything else by field.
 */
export function mergeRecords(
  { fields }: Pick<RecordKind, 'fields'>,
  { base, yours, theirs }: Versions<RecordValues>,
): Merging<RecordValues> {
  const nested = nestedFields(fields)
  const names = Object.keys(nested)
  const plain = (values: RecordValues) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(readPath(name).name)))
  const texts = mergeFields(
    { base: plain(base), yours: plain(yours), theirs: plain(theirs) },
    (field) => fields[readPath(field).name]?.type === 'html',
  )
  const parts = mergeContents(
    nested,
    { base: toContent(names, base), yours: toContent(names, yours), theirs: toContent(names, theirs) },
    (path) => path.join('.'),
  )
  return {
    questions: [...texts.questions, ...parts.questions],
    taken: [...texts.taken, ...parts.taken],
    resolve: (choices) => ({ ...texts.resolve(choices), ...toValues(names, parts.resolve(choices)) }) as RecordValues,
  }
}
