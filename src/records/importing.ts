import type { Actor, Transaction } from '#platform/events/events'
import type { Expected } from '#platform/writes/versions'
import type { RecordBody, RecordKind } from './kind/record'
import type { RecordStore } from './store'
import { namingRecords } from './store/naming'
import type { RecordTable } from './store/rows'

/** The records of one kind as a port of imports. */
export const importingRecords = <K extends RecordKind>(kind: K, store: RecordStore<K>, table: RecordTable) => ({
  kind: kind as RecordKind,
  table,
  naming: namingRecords(kind, table),
  keyOf: store.keyOf,
  create: (tx: Transaction, body: RecordBody, actor: Actor): Promise<Stored> => store.create(tx, body, actor),
  update: (tx: Transaction, id: number, body: RecordBody, actor: Actor): Promise<Stored> =>
    store.update(tx, id, body, undefined, actor),
  /** Restores as a draft. Throws 409 for a record that is not in the trash. */
  untrash: (tx: Transaction, id: number, actor: Actor): Promise<Stored> =>
    store.untrash(tx, id, 'draft', undefined, actor),
  /** Restores as published. Throws the same, and 422 for a record that cannot be. */
  putBack: (tx: Transaction, id: number, actor: Actor): Promise<Stored> =>
    store.untrash(tx, id, 'published', undefined, actor),
  trash: (tx: Transaction, id: number, expected: Expected, actor: Actor): Promise<Stored> =>
    store.trash(tx, id, expected, actor),
})

type Stored = { id: number; version: number }

export type Importing = ReturnType<typeof importingRecords>
