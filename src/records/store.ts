import type { z } from 'zod'
import { draftBody } from './kind/body'
import type { RecordBody, RecordKind } from './kind/record'
import { draftStore } from './history/drafts'
import { type Options, recordLists } from './store/lists'
import { recordReads } from './store/reads'
import { recordRows, type RecordTable, type Row } from './store/rows'
import { recordEvents } from './store/events'
import { recordTrash, recordHistory, recordWrites } from './store/writes'
import { recordTranslating, recordTranslations } from './store/translations'

/** The store of one kind's records. Writes take a transaction and the actor. */
export function recordStore<K extends RecordKind>(kind: K, table: RecordTable, options: Options = {}) {
  const rows = recordRows(kind, table)
  const translating = recordTranslating(rows)
  const events = recordEvents(rows)
  const history = recordHistory(rows)
  const { create, update, keep } = recordWrites(rows, history, translating, events)
  const reads = recordReads(rows)
  return {
    keyOf: rows.keyOf,
    visible: rows.visible,
    ...recordLists(rows, translating, options, reads.untilNext),
    ...reads,
    create,
    update,
    ...recordTrash(rows, history, translating, events),
    publishDue: events.publishDue,
    untilDue: events.untilDue,
    scheduleAll: events.scheduleAll,
    ...draftStore<number, Row, RecordBody, z.infer<K['edited']>>({
      keyOf: rows.keyOf,
      lock: history.lock,
      nameOf: ({ id, title }) => ({ id, title: String(title) }),
      draftInput: draftBody(kind),
      keep: async (tx, before, { input }, saving) => rows.toEdited(tx, await keep(tx, before, input, saving)),
      textsBefore: translating.textsBefore,
      confirmed: async (tx, before) => rows.toEdited(tx, await translating.settle(tx, before)),
    }),
    ...recordTranslations(rows, translating),
  }
}

export type RecordStore<K extends RecordKind> = ReturnType<typeof recordStore<K>>
