import type { ZodType } from 'zod'
import type { Database } from './db/database'
import type { Kind, Transaction } from './events/events'
import type { Language } from '#i18n/language'

/** A person, identified by an e-mail address: `key` is made by `emailKey`. */
export type Person = {
  key: string
  /** The person's records found by earlier features, as mails and Activity refer to them (`message:7`). */
  records: readonly string[]
}

export type PersonalData = {
  /** The name in responses. */
  name: string
  /** The schema of each record in an export. */
  shape: ZodType
  /** The kind under which other tables (activity, mails) refer to these records; absent where none does. */
  kind?: Kind
  /** The ids of a person's records, shown in the admin or not. */
  find(db: Database, person: Person): Promise<number[]>
  read(db: Database, ids: readonly number[], language: Language): Promise<object[]>
  /** Resolves to the numbers of erased records, by their names in responses. */
  erase(tx: Transaction, ids: readonly number[]): Promise<Readonly<Record<string, number>>>
}
