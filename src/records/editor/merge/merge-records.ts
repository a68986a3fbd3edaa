import type { RecordKind } from '#records/kind/record'
import type { RecordValues } from '#records/editor/values/record-values'
import { type Merging, mergeValues, type Versions } from './merging'

/** Two changes of a record together: formatted texts paragraph by paragraph, all else field by field. */
export const mergeRecords = (
  { fields }: Pick<RecordKind, 'fields'>,
  versions: Versions<RecordValues>,
): Merging<RecordValues> =>
  mergeValues(versions, (field) => fields[field.replace(/^translations\.es\./, '')]?.type === 'html')
