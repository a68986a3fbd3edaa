import { integer, jsonb, pgTable, serial } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import { z } from 'zod'
import { languages } from '#i18n/language'
import { storedCount, storedId, storedJson } from '#text/stored-schema'

const values = z.record(z.string(), storedJson)
const texts = z.record(z.string(), z.partialRecord(z.enum(languages), z.string().nullable()))

/**
 * What a removal changed, so that it can be undone: values of the site and its texts (null: the built-in ones), the
 * contents of a page, a record that went to the trash, and one that became a draft with fewer texts.
 */
export const sampleChange = z.discriminatedUnion('is', [
  z.object({ is: z.literal('site'), before: values, after: values }),
  z.object({ is: z.literal('texts'), before: texts, after: texts }),
  z.object({ is: z.literal('page'), page: z.string(), before: z.string(), after: z.string() }),
  z.object({ is: z.literal('trashed'), kind: z.string(), id: storedId, version: storedCount }),
  z.object({ is: z.literal('changed'), kind: z.string(), id: storedId, version: storedCount, before: values }),
])
export type SampleChange = z.infer<typeof sampleChange>

/** Removals of samples, with what they changed, for thirty days. */
export const sampleRemovals = pgTable('sample_removals', {
  id: serial().primaryKey(),
  removedAt: moment().notNull().default(now),
  undoneAt: moment(),
  removed: integer().notNull(),
  changes: jsonb().$type<SampleChange[]>().notNull(),
})
