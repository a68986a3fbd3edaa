import { integer, jsonb, pgTable, serial } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { SampleChange } from './changes'

/** Removals of samples, with what they changed, for thirty days. */
export const sampleRemovals = pgTable('sample_removals', {
  id: serial().primaryKey(),
  removedAt: moment().notNull().default(now),
  undoneAt: moment(),
  removed: integer().notNull(),
  changes: jsonb().$type<SampleChange[]>().notNull(),
})
