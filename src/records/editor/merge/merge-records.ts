import type { RecordKind } from '#records/kind/record'
import type { RecordValues } from '#records/editor/values/record-values'
import { nestedFields } from '#records/kind/fields'
import { toContent, toValues } from '#records/editor/values/nested-values'
import { readPath } from '#records/editor/values/paths'
import { mergeContents } from './merge-nested'
import { mapVersions, mergeFields, type Merging, type Versions } from './merging'

/**
 * Merges two changes of a record: formatted texts by paragraph, rows and blocks one by one, everything else by field.
 */
export function mergeRecords(
  { fields }: Pick<RecordKind, 'fields'>,
  versions: Versions<RecordValues>,
): Merging<RecordValues> {
  const nested = nestedFields(fields)
  const names = Object.keys(nested)
  const plain = (values: RecordValues) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(readPath(name).name)))
  const texts = mergeFields(mapVersions(versions, plain), (field) => fields[readPath(field).name]?.type === 'html')
  const parts = mergeContents(
    nested,
    mapVersions(versions, (values) => toContent(names, values)),
    (path) => path.join('.'),
  )
  return {
    conflicts: [...texts.conflicts, ...parts.conflicts],
    autoMerged: [...texts.autoMerged, ...parts.autoMerged],
    resolve: (choices) => ({ ...texts.resolve(choices), ...toValues(names, parts.resolve(choices)) }) as RecordValues,
  }
}
