import type { RecordKind } from './kind/record'
import { recordDrafts } from './store/drafts'
import { type Options, recordLists } from './store/lists'
import { recordReads } from './store/reads'
import { recordRows, type RecordTable } from './store/rows'
import { recordTranslating } from './store/translation-state'
import { recordTranslations } from './store/translations'
import { recordWrites } from './store/writes'
import { recordWriting } from './store/write-steps'

/** What is done with the records of one kind. Writes take a transaction, and who does it. */
export function recordStore<K extends RecordKind>(kind: K, table: RecordTable, options: Options = {}) {
  const rows = recordRows(kind, table)
  const translating = recordTranslating(rows)
  const writing = recordWriting(rows, translating)
  const reads = recordReads(rows)
  return {
    keyOf: rows.keyOf,
    visible: rows.visible,
    ...recordLists(rows, translating, options, reads.untilNext),
    ...reads,
    ...recordWrites(rows, writing),
    ...recordDrafts(rows, writing),
    ...recordTranslations(rows, translating, writing),
  }
}

export type RecordStore<K extends RecordKind> = ReturnType<typeof recordStore<K>>
