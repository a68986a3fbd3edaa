import type { z } from 'zod'
import { draftBody } from './kind/body'
import type { RecordBody, RecordKind } from './kind/record'
import { draftStore } from './store/drafts'
import { type Options, recordLists } from './store/lists'
import { recordReads } from './store/reads'
import { recordRows, type RecordTable, type Row } from './store/rows'
import { recordSchedule } from './store/schedule'
import { recordEvents } from './store/record-events'
import { recordTranslating } from './store/translation-state'
import { recordTranslations } from './store/translations'
import { recordWrites } from './store/writes'
import { recordWriting } from './store/write-steps'

/** What is done with the records of one kind. Writes take a transaction, and who does it. */
export function recordStore<K extends RecordKind>(kind: K, table: RecordTable, options: Options = {}) {
  const rows = recordRows(kind, table)
  const translating = recordTranslating(rows)
  const schedule = recordSchedule(rows)
  const telling = recordEvents(rows, schedule)
  const writing = recordWriting(rows, translating, telling)
  const reads = recordReads(rows)
  return {
    keyOf: rows.keyOf,
    visible: rows.visible,
    ...recordLists(rows, translating, options, reads.untilNext),
    ...reads,
    ...recordWrites(rows, writing, telling, schedule),
    publishDue: telling.publishDue,
    scheduleAll: schedule.scheduleAll,
    ...draftStore<number, Row, RecordBody, z.infer<K['edited']>>({
      keyOf: rows.keyOf,
      lock: writing.lock,
      nameOf: ({ id, title }) => ({ id, title: String(title) }),
      draftInput: draftBody(kind),
      keep: async (tx, before, { input }, saving) => rows.toEdited(tx, await writing.keep(tx, before, input, saving)),
      standingOf: translating.standingOf,
      confirmed: async (tx, before) => rows.toEdited(tx, await translating.settle(tx, before)),
    }),
    ...recordTranslations(rows, translating),
  }
}

export type RecordStore<K extends RecordKind> = ReturnType<typeof recordStore<K>>
