import type { ZodType } from 'zod'
import type { Database } from './db/database'
import type { Kind, Transaction } from './events/events'
import type { Language } from '#i18n/language'

/** A person, identified by an e-mail address: `key` is made by `emailKey`. */
export type Person = {
  key: string
  /** What the features before have found to be theirs, as mails and lines of Activity name it (`message:7`). */
  records: readonly string[]
}

export type PersonalData = {
  /** As answers call it. */
  name: string
  /** The schema of each record in an export. */
  shape: ZodType
  /** The kind under which other tables (activity, mails) refer to these records; absent where none does. */
  kind?: Kind
  /** The ids of a person's records, shown in the admin or not. */
  find(db: Database, person: Person): Promise<number[]>
  read(db: Database, ids: readonly number[], language: Language): Promise<object[]>
  /** How many of what there were, as answers call it. */
  erase(tx: Transaction, ids: readonly number[]): Promise<Readonly<Record<string, number>>>
}
