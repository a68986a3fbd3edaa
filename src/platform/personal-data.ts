import type { ZodType } from 'zod'
import type { Database } from './db/database'
import type { Kind, Transaction } from './events/events'
import type { Language } from '#i18n/language'

/** Somebody of whom nothing is known but an e-mail address: `key`, as `emailKey` makes it. */
export type Person = {
  key: string
  /** What the features before have found to be theirs, as mails and lines of Activity name it (`message:7`). */
  records: readonly string[]
}

export type PersonalData = {
  /** As answers call it. */
  name: string
  /** What an export tells of each. */
  shape: ZodType
  /** What is said of each elsewhere is said of this kind; absent where nothing is. */
  kind?: Kind
  /** The ids of those that are of somebody, be they shown anywhere or not. */
  find(db: Database, person: Person): Promise<number[]>
  read(db: Database, ids: readonly number[], language: Language): Promise<object[]>
  /** How many of what there were, as answers call it. */
  erase(tx: Transaction, ids: readonly number[]): Promise<Readonly<Record<string, number>>>
}
